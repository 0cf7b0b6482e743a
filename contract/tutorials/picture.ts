/**
 * A picture of the product that scripts/tutorials.ts takes; tests/browser/tutorials.journey.ts
 * proves that its place is still there.
 */
export type Picture = {
  /**
   * The step that it shows, counted from 0; a tutorial's first picture shows its first step.
   */
  step: number;
  /** The demo's user who sees it. */
  as: "client.admin" | "super.admin";
  /**
   * The page to open; then the first link of each page that leads to such an address is followed.
   */
  open: string;
  follow?: readonly string[];
  /** The part of the page in the picture, by the page's own name. */
  shows: string;
  /** A description of the picture, for people who cannot see it. */
  alt: string;
};
