// Looking at something before choosing it: by pointing at it, or by going there with keys.

/** A finger focuses what it taps: if the preview changed the page then, the tap would fall beside it. */
export function byKeys({ currentTarget }: FocusEvent): boolean {
  return currentTarget instanceof Element && currentTarget.matches(":focus-visible");
}
