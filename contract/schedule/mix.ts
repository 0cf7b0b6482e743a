import { z } from "zod";
import { idOf } from "../base/identifiers.ts";
import { recordOf } from "../base/records.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { filterLimits, lineKinds, type MixFacet, mixFacets } from "./mix-words.ts";
import { isMixWhole, mixLimits, mixMessage } from "./words.ts";

/** Makes a member for each list that a filter may use: `genreIds`, `languageIds` and so on. */
const ofEachFacet = <S>(schema: S) =>
  recordOf(
    mixFacets.map((facet) => `${facet}Ids` as const),
    () => schema,
  );

const someItems = z
  .array(idOf("item"))
  .max(filterLimits.items, `Choose at most ${filterLimits.items}.`);

/**
 * A line as it is sent: a chart, or a filter over the library. Items of one list are alternatives;
 * a song must match all lists.
 */
const SentLine = z
  .strictObject({
    kind: z.enum(lineKinds).default("chart"),
    chartId: idOf("chart", "Choose a chart.").optional(),
    ...ofEachFacet(someItems.optional()),
    percent: wholeNumber(1, 100, "Enter a whole number from 1 to 100."),
  })
  .superRefine((line, context) => {
    const { kind, chartId } = line;
    const items = itemIdsOf(line);
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (kind === "chart" && chartId === undefined) refuse("chartId", "Choose a chart.");
    if (kind === "songs" && items.length === 0)
      refuse("kind", "Choose at least one language, genre, mood, tempo, era or rating chart.");
    if (kind === "chart" ? items.length > 0 : chartId !== undefined)
      refuse("kind", "Choose a chart or songs that match, not both.");
  });
export type SentLine = z.output<typeof SentLine>;

/** A rule's mix. Order is the order of the lines; percents make 100. */
export const SentMix = z
  .array(SentLine)
  .min(1, "Add at least one chart or filter.")
  .max(mixLimits.lines, `At most ${mixLimits.lines} lines are allowed.`)
  .superRefine((lines, context) => {
    const keys = lines.map(keyOf);
    for (const [index, line] of lines.entries())
      if (keys.indexOf(keyOf(line)) < index)
        context.addIssue(
          line.kind === "chart"
            ? {
                code: "custom",
                path: [index, "chartId"],
                message: "This chart is already in the mix.",
              }
            : {
                code: "custom",
                path: [index, "kind"],
                message: "Another line matches the same songs.",
              },
        );
    if (!isMixWhole(lines))
      context.addIssue({ code: "custom", path: [], message: mixMessage(lines) });
  });

/** The items of a filter from all lists, each once. */
export const itemIdsOf = (
  line: Partial<Record<`${MixFacet}Ids`, number[] | undefined>>,
): number[] => [...new Set(mixFacets.flatMap((facet) => line[`${facet}Ids`] ?? []))];

const keyOf = (line: SentLine): string =>
  line.kind === "chart" ? `${line.chartId}` : `songs ${itemIdsOf(line).sort((a, b) => a - b)}`;

/** A line as stored, with its name and current contents. */
export const MixLine = z.object({
  kind: z.enum(lineKinds),
  name: z.string(),
  /** Null for songs that match. */
  chartId: z.int().nullable(),
  /** Empty for a chart. */
  ...ofEachFacet(z.array(z.int())),
  /** False for a chart that was switched off. */
  active: z.boolean(),
  /** Active ones. */
  songs: z.int(),
  percent: z.int(),
});
export type MixLine = z.infer<typeof MixLine>;

/** The line that makes this one, as a save sends it. */
export function sentLineOf({
  name: _,
  active: __,
  songs: ___,
  chartId,
  ...line
}: MixLine): SentLine {
  return chartId === null ? line : { kind: line.kind, percent: line.percent, chartId };
}
