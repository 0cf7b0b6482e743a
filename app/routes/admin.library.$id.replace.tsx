import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { libraryPath } from "~/features/library/paths";
import { loadSongReplace, replaceAudio } from "~/features/library/song-edit.server";
import { songTexts } from "~/features/library/texts";
import { requireArea } from "~/lib/guard.server";
import { FileField } from "~/ui/file-field";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Replace the audio of ${data?.title ?? "a song"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadSongReplace(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

export async function action(args: ActionFunctionArgs) {
  return replaceAudio(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

export default function ReplaceAudio() {
  const { path, title, now } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Music library", to: libraryPath },
          { label: title, to: path },
        ]}
        title={songTexts.replaceTitle(title)}
        lead={songTexts.replaceLead(now)}
      />
      <Failure failure={result?.failure} />
      <Form multipart fields={result?.fields ?? {}}>
        <FileField name="file" label="Audio file" kind="audio" hint="5 seconds to 60 minutes long." />
        <FormActions>
          <Button variant="primary" icon="upload">
            Replace audio
          </Button>
          <ButtonLink to={path}>Cancel</ButtonLink>
        </FormActions>
      </Form>
    </>
  );
}
