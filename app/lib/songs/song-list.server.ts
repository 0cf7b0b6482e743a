import { type ActionFunctionArgs, data } from "@remix-run/node";
import { z } from "zod";
import type { Figures } from "#contract/base/figures";
import { messages } from "#contract/base/messages";
import { type MatchedSongs, songList } from "#contract/library/song-list";
import { describeAdded } from "#contract/library/words";
import { readForm } from "../forms/forms.server";

/** A pasted list, and the songs chosen for lines of an earlier one, as "title, tab, artist". */
const PastedList = z
  .object({ list: songList.optional(), choice: z.array(z.string().max(1000)).max(100).default([]) })
  // choices come last, so that the lines of the list keep their numbers
  .transform(({ list, choice }) => [...(list ? [list] : []), ...choice].join("\n"))
  .refine((list) => list !== "", { path: ["list"], message: messages.required })
  .transform((list) => ({ list }));

const ListFile = z.object({ list: z.string().optional() });

/** Reads a pasted list or an uploaded one; a refusal shows the chosen songs as lines of it. */
export async function readListForm(args: ActionFunctionArgs, { isFile }: { isFile: boolean }) {
  const form = await readForm(args, isFile ? ListFile : PastedList);
  if (form.value?.list) form.values.list = form.value.list;
  return form;
}

type UnmatchedLines = Pick<MatchedSongs, "unclear" | "unclearTotal">;
type Outcome = { added: number; there: number; remarks?: string[] } & UnmatchedLines;
/** `of` names the owner of the songs in a sentence: "event". */
type ListTarget = { of: string; isFile: boolean; figures: Figures };

/**
 * Answers with the lines that were not matched: those of a pasted list that have no choices stand
 * in its field again, to be corrected.
 */
export function unclearAnswer(
  list: string,
  { added, there, unclear, unclearTotal, remarks = [] }: Outcome,
  { of, isFile, figures }: ListTarget,
) {
  const values: Record<string, string> = isFile
    ? {}
    : { list: linesToCorrect(list, { unclear, unclearTotal }) };
  return data({
    form: isFile ? "csv" : "list",
    fields: { values },
    failure: undefined,
    added: {
      // the heading already says how many lines were not matched
      message: [describeAdded({ added, there, unclearTotal: 0 }, of, figures), ...remarks].join(
        " ",
      ),
      unclearTotal,
      unclear: unclear.map(({ line, text, reason, choices }) => ({
        line,
        text,
        reason,
        choices: choices.map(({ title, artist, album }) => ({
          value: `${title}\t${artist}`,
          label: album ? `${artist}, ${album}` : artist,
        })),
      })),
      drawn: Date.now(),
    },
  });
}

/**
 * Gives the unclear lines as typed. If there are more than the answer names, gives the whole list,
 * because songs that are already there are not added twice.
 */
function linesToCorrect(list: string, { unclear, unclearTotal }: UnmatchedLines): string {
  if (unclear.length < unclearTotal) return list;
  const lines = list.split(/\r\n|\r|\n/);
  return unclear
    .flatMap(({ line, choices }) => (choices.length === 0 ? (lines[line - 1] ?? []) : []))
    .join("\n");
}
