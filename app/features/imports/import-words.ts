import { counted } from "~/ui/frame/figure";

/** What the pages of one kind of CSV say and where they lie. */
export type ImportWords = {
  path: string;
  /** "store", "stores". */
  one: string;
  many: string;
  /** The list that the import fills. */
  list: { label: string; to: string };
};

type Counts = { toAdd: number; toChange: number; same: number; refused: number };

const things = (count: number, { one, many }: ImportWords) => counted(count, one, many);
const rows = (count: number) => counted(count, "row");

/** What is asked before a file's rows are applied: how many do what, and what is left out. */
export function applyQuestion({ toAdd, toChange, refused }: Counts, words: ImportWords) {
  const parts = [toAdd > 0 && `${things(toAdd, words)} added`, toChange > 0 && `${things(toChange, words)} changed`].filter(Boolean);
  const leftOut =
    refused === 0 ? "" : ` ${rows(refused)} that ${refused === 1 ? "is" : "are"} refused stay${refused === 1 ? "s" : ""} out.`;
  const count = toAdd + toChange;
  return {
    title: `Apply ${rows(count)}?`,
    message: `All at once or nothing: ${parts.join(", ")}.${leftOut}`,
    confirmLabel: `Apply ${rows(count)}`,
    danger: false,
  };
}
