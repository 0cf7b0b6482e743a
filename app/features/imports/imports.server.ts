import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import type { CsvColumn } from "#contract/base/csv-columns";
import { dateIn, showDate, timeIn } from "#contract/base/dates";
import { type ImportEndpoints, outcomes } from "#contract/imports/endpoints";
import { findCompanies, zoneOf } from "~/lib/company.server";
import { passFile } from "~/lib/download.server";
import { readForm, readQuery } from "~/lib/forms.server";
import { type Guarded, load } from "~/lib/guard.server";
import type { ImportWords } from "./import-words";

/** The pages of one kind of CSV: what they call, what a file may hold, and what things are called. */
export type ImportPages = { endpoints: ImportEndpoints; columns: readonly CsvColumn[]; words: ImportWords };

const Address = z.object({
  outcome: z.enum(outcomes).optional(),
  cursor: z.string().optional(),
  from: z.number().int().min(1).default(1),
});

const Upload = z.strictObject({ createPeople: z.literal("on").optional() });

/** Checks the file that was sent and leads to what it comes to. */
export async function uploadCsv(args: ActionFunctionArgs, { api, ids }: Guarded, { endpoints, words }: ImportPages) {
  const form = await readForm(args, Upload);
  const query = form.value?.createPeople ? { createPeople: "true" as const } : {}; // of kinds whose page asks it
  const { done, refused } = await form.submit(() => api.call(endpoints.check, { query, files: form.files("file") }));
  if (refused) return refused;
  return redirect(`${words.path}/${ids.encryptUuid("import", done.data.id)}`);
}

/** What a file comes to, with a page of its rows. */
export async function loadImport(args: LoaderFunctionArgs, guarded: Guarded, { endpoints, words, columns }: ImportPages) {
  const { api, ids } = guarded;
  const { request, params } = args;
  const ref = params.id ?? "";
  const importId = ids.decryptUuid("import", ref);
  const { outcome, cursor, from } = readQuery(request, Address);
  const [run, rows, { company }] = await load(() =>
    Promise.all([
      api.call(endpoints.show, { params: { importId } }),
      api.call(endpoints.rows, { params: { importId }, query: { outcome, cursor } }),
      findCompanies(args.context, guarded),
    ]),
  );
  const { createdAt, appliedAt, id, ...counts } = run.data;
  return {
    ...counts,
    words,
    here: `${words.path}/${ref}`,
    when: instantIn(zoneOf(company), new Date(appliedAt ?? createdAt)),
    outcome,
    from,
    page: rows.page,
    rows: rows.data,
    names: columns.slice(0, 2).map(({ heading }) => heading),
  };
}

/** What is about to be applied; a file that was applied, or has nothing to apply, is shown instead. */
export async function loadQuestion({ params }: LoaderFunctionArgs, { api, ids }: Guarded, { endpoints, words }: ImportPages) {
  const importId = ids.decryptUuid("import", params.id);
  const here = `${words.path}/${params.id}`;
  const { data } = await load(() => api.call(endpoints.show, { params: { importId } }));
  if (data.state === "applied" || data.toAdd + data.toChange === 0) throw redirect(here);
  const { toAdd, toChange, same, refused } = data;
  return { words, here, counts: { toAdd, toChange, same, refused } };
}

/** Applies a file that was checked, and leads back to it; what stands in the way is said beside the question. */
export async function applyCsv(args: ActionFunctionArgs, { api, ids }: Guarded, { endpoints, words }: ImportPages) {
  const importId = ids.decryptUuid("import", args.params.id);
  const form = await readForm(args.request, z.strictObject({}));
  const { done, refused } = await form.submit(() => api.call(endpoints.apply, { params: { importId } }));
  if (refused) return refused;
  args.context.session.flash("success", done.message);
  return redirect(`${words.path}/${args.params.id}`);
}

/** The refused rows with their reasons, as a CSV that streams. */
export async function downloadRefused({ params }: LoaderFunctionArgs, { api, ids }: Guarded, { endpoints }: ImportPages) {
  const importId = ids.decryptUuid("import", params.id);
  return passFile(await load(() => api.file(endpoints.refused, { params: { importId } })));
}

const instantIn = (timeZone: string, at: Date) => `${showDate(dateIn(timeZone, at))}, ${timeIn(timeZone, at)}`;
