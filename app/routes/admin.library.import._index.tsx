import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ImportUpload } from "~/features/imports/import-upload";
import { uploadCsv } from "~/features/imports/imports.server";
import { songImportPages } from "~/features/library/song-import.server";
import { songImportTexts } from "~/features/library/texts";
import { requireArea } from "~/lib/guard.server";
import { CheckboxField } from "~/ui/choice-field";
import { Failure } from "~/ui/frame/failure";

export const meta: MetaFunction = () => [{ title: "Import songs · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireArea(args, "MUSIC_LIBRARY", { company: false });
  const { words, columns } = songImportPages;
  return { words, columns };
}

export const action = async (args: ActionFunctionArgs) =>
  uploadCsv(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }), songImportPages);

export default function ImportSongs() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <Failure failure={result?.failure} />
      <ImportUpload {...data} fields={result?.fields}>
        <CheckboxField
          name="createPeople"
          label={songImportTexts.addPeople}
          hint={songImportTexts.addPeopleHint}
        />
      </ImportUpload>
    </>
  );
}
