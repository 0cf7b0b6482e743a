import { spotKindWords } from "#contract/ads/words";
import { figuresOf } from "#contract/base/country-figures";
import { showDate } from "#contract/base/dates";
import type { Paise } from "#contract/base/money";
import { openPdf, page, type TableColumn } from "../../../pdf/writer.ts";
import type { LockedCampaign } from "../campaigns/campaigns.queries.ts";
import { writeLogo } from "../proof/logo.ts";
import { costOf, type Rates } from "./price.ts";

/** The content of a quote; amounts in paise. */
export type QuoteDocument = {
  company: string;
  brand: string | null;
  country: string;
  madeAt: Date;
  madeOn: string;
  validUntil: string;
  campaign: Pick<LockedCampaign, "name" | "kind" | "startsOn" | "endsOn">;
  spots: readonly { name: string; seconds: number }[];
  locations: readonly string[];
  terms: string | null;
  stores: number;
  plays: number;
  primePlays: number;
  /** The length of one play; of a rotation, the mean. */
  seconds: number;
  listPrice: Paise;
  volumePercent: number;
  seasonBasisPoints: number;
  /** With the discounts. */
  rates: Rates;
  price: Paise;
};

const columns: TableColumn[] = [
  { title: "Plays", x: page.left, width: 200, align: "left" },
  { title: "Number", x: page.left + 206, width: 80, align: "right" },
  { title: "Rate", x: page.left + 292, width: 80, align: "right" },
  { title: "Amount", x: page.left + 378, width: page.right - page.left - 378, align: "right" },
];

/** Draws a quote as PDF, with the company's icon and figures as in its country. */
export async function drawQuote(quote: QuoteDocument, logo: Buffer | undefined): Promise<Buffer> {
  const { company, brand, campaign, price, listPrice, volumePercent, seasonBasisPoints } = quote;
  const { figure, counted, money } = figuresOf(quote.country);
  const { root, write, end } = await openPdf({
    title: `Quote: ${campaign.name}`,
    author: company,
    madeAt: quote.madeAt,
    text: JSON.stringify(quote),
  });
  const facts: [string, string][] = [
    ...(brand === null ? [] : [["For", brand] as [string, string]]),
    ["Date", showDate(quote.madeOn)],
    ["Valid until", showDate(quote.validUntil)],
    ["Kind", spotKindWords[campaign.kind]],
    ["Spots", quote.spots.map(({ name, seconds }) => `${name} (${seconds} s)`).join(", ")],
    ["Flight", `${showDate(campaign.startsOn)} to ${showDate(campaign.endsOn)}`],
    ["Locations", quote.locations.join(", ")],
    ["Stores", figure(quote.stores)],
  ];
  writeLogo(write, root, { logo, company });
  write.block(root, "P", company);
  write.block(root, "H1", `Quote: ${campaign.name}`, { size: 20, bold: true });
  for (const [term, value] of facts) write.block(root, "P", `${term}: ${value}`);
  write.gap();
  write.block(root, "H2", "Price", { size: 12, bold: true });
  await write.table(
    root,
    columns,
    linesOf(quote).map(({ title, plays, rate, amount }) => [
      title,
      figure(plays),
      rate === null ? "" : `${money(rate)}${campaign.kind === "AD" ? " per second" : ""}`,
      money(amount),
    ]),
  );
  const sum = (text: string, bold = false) =>
    write.block(root, "P", text, { align: "right", bold });
  if (listPrice !== price) sum(`By the rate card: ${money(listPrice)}`);
  if (volumePercent > 0) sum(`Discount for volume: ${volumePercent}%`);
  if (seasonBasisPoints > 0) sum(`Discount for the season: ${figure(seasonBasisPoints / 100)}%`);
  sum(`Total: ${money(price)}`, true);
  write.gap();
  write.block(
    root,
    "P",
    `${counted(quote.plays, "play")}. Rates are rounded to the paisa after discounts. Only plays that stores report as played are billed. Taxes are added on the invoice.`,
  );
  if (quote.terms) {
    write.block(root, "H2", "Terms", { size: 12, bold: true });
    for (const line of quote.terms.split(/\r?\n/)) if (line.trim()) write.block(root, "P", line);
  }
  return end();
}

/** Plays in usual and in prime hours, with amounts that add up to the price. */
function linesOf({ campaign, plays, primePlays, seconds, rates, price }: QuoteDocument) {
  const prime =
    costOf({ kind: campaign.kind, seconds, rates }, { usual: 0, prime: primePlays }) ?? 0;
  const usual = { title: "Usual hours", plays: plays - primePlays, rate: rates.usual };
  return [
    { ...usual, amount: price - prime },
    { title: "Prime hours", plays: primePlays, rate: rates.prime, amount: prime },
  ].filter((line) => line.plays > 0);
}
