import { memberNames } from "../base/records.ts";

/** A picture of the product for its visitors. No zod in here: the browser imports it too. */
export type ProductPicture = {
  /** The demo's user who sees the page. */
  as: "client.admin" | "super.admin";
  open: string;
  /** The text at its top, by the page's own words; otherwise the page's heading. */
  from?: string;
  /** A description of the picture, for people who cannot see it. */
  alt: string;
};

/**
 * The pictures of the landing page and the README; scripts/tutorials.ts takes each in light and
 * dark, and tests/browser/tutorials.journey.ts proves that its page is still there.
 */
export const productPictures = {
  stores: {
    as: "client.admin",
    open: "/admin/stores",
    alt: "The list of a company's stores: those that are offline, silent or too quiet come first, each with its day minute by minute.",
  },
  schedule: {
    as: "client.admin",
    open: "/admin/schedule",
    from: "Top of the Hour",
    alt: "An hour of a group's music schedule: each song with its cover, its artist and the chart that it was chosen from.",
  },
  availability: {
    as: "client.admin",
    open: "/admin/ads/availability",
    from: "Hours by day",
    alt: "Free plays of ads by day and hour, as a table in which fuller hours are lighter.",
  },
  report: {
    as: "client.admin",
    open: "/admin/reports/CampaignLevelDataReport?period=last-7-days",
    alt: "A report: its finding as the heading, the figures as a chart, and the same figures as a table.",
  },
} satisfies Record<string, ProductPicture>;

export type ProductPictureKey = keyof typeof productPictures;
export const productKeys = memberNames(productPictures);
/** Pixels of the page in a picture: few, so that it can be read at four fifths of its size. */
export const productPictureSize = { width: 1070, height: 670 };
export const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const productFolder = "product";
/** The file of a picture, below the site's root. */
export const productFile = (key: ProductPictureKey, theme: Theme) =>
  `${productFolder}/${key}-${theme}.webp`;
