import type { ProofOfPlay } from "#contract/ads/proof";
import {
  campaignStateWords,
  impressionWords,
  proofLimits,
  spotKindWords,
} from "#contract/ads/words";
import { figuresOf } from "#contract/base/country-figures";
import { showClock, showDate, showInstant } from "#contract/base/dates";
import { openPdf, page, type TableColumn } from "../../../pdf/writer.ts";
import { writeLogo } from "./logo.ts";

/** Draws a proof of play as PDF: the same figures as its page, written as in the company's country. */
export async function drawProof(proof: ProofOfPlay, logo: Buffer | undefined): Promise<Buffer> {
  const { company, campaign, delivery, madeAt, timeZone } = proof;
  const { figure, counted } = figuresOf(proof.country);
  const { root, write, end } = await openPdf({
    title: `Proof of play: ${campaign}`,
    author: company,
    madeAt: new Date(madeAt),
    text: JSON.stringify(proof),
  });
  const heading = (text: string) => {
    write.gap();
    write.block(root, "H2", text, { size: 12, bold: true });
  };
  const numbers = (title: string, rows: readonly (readonly [string, ...number[]])[]) => {
    const columns = columnsOf(title, rows[0]?.length === 2 ? ["Verified"] : countTitles);
    const cells = rows.map(([name, ...counts]) => [name, ...counts.map(figure)]);
    return write.table(root, columns, cells);
  };

  writeLogo(write, root, { logo, company });
  write.block(root, "P", `${company}: proof of play`);
  write.block(root, "H1", campaign, { size: 20, bold: true });
  for (const [term, value] of factsOf(proof)) write.block(root, "P", `${term}: ${value}`);

  heading("Delivery");
  await numbers("All stores and days", [["Plays so far", ...countsOf(delivery)]]);
  for (const words of deliveryWords(proof)) write.block(root, "P", words);

  heading("Spots");
  await numbers(
    "Spot",
    proof.spots.map(({ name, seconds, verified }) => [`${name}, ${seconds} s`, verified]),
  );
  heading("Days");
  await numbers(
    "Day",
    proof.days
      .filter((day) => day.booked + day.makeGoods + day.verified > 0)
      .map((day) => [showDate(day.day), ...countsOf(day)]),
  );
  heading("Hours of the day");
  const hours = proof.hours.flatMap((plays, hour) =>
    plays > 0 ? [[showClock(hour * 3600), plays] as const] : [],
  );
  await numbers(
    "Hour",
    proof.withoutHour > 0 ? [...hours, ["No longer on record", proof.withoutHour]] : hours,
  );
  heading("Stores");
  await numbers(
    "Store",
    proof.stores.map((store) => [`${store.storeName} (${store.storeCode})`, ...countsOf(store)]),
  );
  if (proof.storesInAll > proof.stores.length)
    write.block(
      root,
      "P",
      `The first ${figure(proofLimits.stores)} of ${counted(proof.storesInAll, "store")}. The CSV has all.`,
    );
  write.gap();
  write.block(
    root,
    "P",
    `Made ${showInstant(new Date(madeAt), timeZone)}. A play counts once the store's player has reported it and it matches the store's log in time and length.`,
  );
  return end();
}

/** Says in sentences what was booked, where it was heard, and by how many. */
function deliveryWords({ delivery, reach, country, ...proof }: ProofOfPlay): string[] {
  const { figure, counted } = figuresOf(country);
  const impressions = impressionWords(proof.impressions, { figure, counted });
  return [
    `${figure(delivery.bookedInAll)} plays are booked in all, and ${figure(delivery.makeGoodsAhead)} make-goods are still to come. ${figure(delivery.owed)} are owed.`,
    `Heard in ${figure(reach.stores)} of ${counted(reach.storesBooked, "store")}, which were open for ${counted(Math.round(reach.openMinutes / 60), "hour")} on these days.`,
    ...(impressions ? [`${impressions.figure}.`, impressions.basis] : []),
  ];
}

const factsOf = ({ brand, kind, state, startsOn, endsOn }: ProofOfPlay): [string, string][] => [
  ...(brand === null ? [] : [["Brand", brand] as [string, string]]),
  ["Kind", spotKindWords[kind]],
  ["Flight", `${showDate(startsOn)} to ${showDate(endsOn)}`],
  ["State", campaignStateWords[state]],
];

type Counts = Record<"booked" | "makeGoods" | "extra" | "verified" | "missed", number>;
const countTitles = ["Booked", "Make-goods", "Beyond", "Verified", "Missed"];
const countsOf = ({ booked, makeGoods, extra, verified, missed }: Counts) => [
  booked,
  makeGoods,
  extra,
  verified,
  missed,
];

const countWidth = 68;
/** A wide column of names, and one for each figure at the right edge. */
function columnsOf(title: string, counts: readonly string[]): TableColumn[] {
  const first = page.right - counts.length * countWidth;
  return [
    { title, x: page.left, width: first - page.left - 6, align: "left" },
    ...counts.map(
      (count, place): TableColumn => ({
        title: count,
        x: first + place * countWidth,
        width: countWidth,
        align: "right",
      }),
    ),
  ];
}
