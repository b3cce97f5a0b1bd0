// What the browser's tab says, where that is not the name of the page: whose turn it is.
class Tab {
  title = $state<string | null>(null);
}

export const tab = new Tab();
