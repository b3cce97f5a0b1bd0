/** What is not at rest, as it is drawn in flight. */
export interface Away {
  boats?: ReadonlySet<string>;
}
