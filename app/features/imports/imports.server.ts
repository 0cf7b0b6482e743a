import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { showInstant } from "#contract/base/dates";
import { outcomes } from "#contract/imports/endpoints";
import { passDownload } from "~/lib/api/download.server";
import { readForm, readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import { findCompanies, zoneOf } from "~/lib/session/company.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { applyConfirmations } from "./apply.server";
import type { ImportPages } from "./import-pages";
import { importPath } from "./import-words";

const Address = listAddress({
  outcome: z.enum(outcomes).optional(),
  warned: z.literal("true").optional(),
  cursor: z.string().optional(),
});

const Upload = z.strictObject({ createPeople: z.literal("on").optional() });

/** Checks the uploaded file and leads to the review of its effects. */
export async function uploadCsv(
  args: ActionFunctionArgs,
  { api, ids }: PageContext,
  { endpoints, words }: ImportPages,
) {
  const form = await readForm(args, Upload);
  // only some kinds of file ask this
  const query = form.value?.createPeople ? { createPeople: "true" as const } : {};
  const { reply, refused } = await form.submit(() =>
    api.call(endpoints.check, { query, files: form.files("file") }),
  );
  if (refused) return refused;
  return redirect(importPath(words, ids.encryptUuid("import", reply.data.id)));
}

/** Loads the effects of a file, with a page of its rows. */
export async function loadImport(
  args: LoaderFunctionArgs,
  pageContext: PageContext,
  pages: ImportPages,
) {
  const { endpoints, words, columns } = pages;
  const { api, ids } = pageContext;
  const { request, params } = args;
  const ref = params.id ?? "";
  const importId = ids.decryptUuid("import", ref);
  const { row, ...query } = readQuery(request, Address);
  const [run, rows, { company }] = await load(() =>
    Promise.all([
      api.call(endpoints.show, { params: { importId } }),
      api.call(endpoints.rows, { params: { importId }, query }),
      findCompanies(args.context, pageContext),
    ]),
  );
  const { createdAt, appliedAt, id, ...counts } = run.data;
  return {
    ...counts,
    words,
    here: importPath(words, ref),
    apply: applyConfirmations(pages).linkTo(
      "apply",
      { ...run.data, importId, here: importPath(words, ref) },
      pageContext,
    ),
    when: showInstant(new Date(appliedAt ?? createdAt), zoneOf(company)),
    outcome: query.outcome,
    isWarned: query.warned !== undefined,
    row,
    page: rows.page,
    rows: rows.data,
    names: columns.slice(0, 2).map(({ heading }) => heading),
  };
}

/** Streams the refused rows with their reasons as a CSV. */
export async function downloadRefused(
  args: LoaderFunctionArgs,
  { api, ids }: PageContext,
  { endpoints }: ImportPages,
) {
  const importId = ids.decryptUuid("import", args.params.id);
  return passDownload(args, (query) =>
    api.file(endpoints.refused, { params: { importId }, query }),
  );
}
