import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AudioFacts, Doubles } from "~/features/library/audio-read";
import { libraryPath, songAddPath } from "~/features/library/paths";
import { addSongPage, loadSongAdd } from "~/features/library/song-add.server";
import { SongFields } from "~/features/library/song-fields";
import { songFormTexts } from "~/features/library/texts";
import { requireArea } from "~/lib/session/guard.server";
import { CheckboxField } from "~/ui/choice-field";
import { FileField } from "~/ui/file-field";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Steps } from "~/ui/steps";

export const meta: MetaFunction = () => [{ title: "Add song · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadSongAdd(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

export async function action(args: ActionFunctionArgs) {
  return addSongPage(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

export default function AddSong() {
  const read = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        crumbs={[{ label: "Music library", to: libraryPath }]}
        title="Add song"
        lead={read ? songFormTexts.filledLead : songFormTexts.uploadLead}
      />
      <Steps
        steps={[{ label: "Audio", to: songAddPath }, { label: "Song" }]}
        current={read ? 1 : 0}
      />
      <Failure failure={result?.failure} />
      {read ? (
        <>
          <Doubles doubles={read.doubles} />
          <AudioFacts audio={read.audio} />
          <Form
            key={read.audio.name}
            id="song"
            fields={{ constraints: read.constraints, values: read.values, ...result?.fields }}
            keep
          >
            <SongFields {...read.options} />
            {read.audio.picture ? (
              <CheckboxField name="usePicture" label={songFormTexts.usePicture} />
            ) : null}
            <FormActions>
              <Button variant="primary">Add song</Button>
              <ButtonLink to={libraryPath}>Cancel</ButtonLink>
            </FormActions>
          </Form>
        </>
      ) : (
        <Form id="audio" multipart fields={result?.fields ?? {}}>
          <FileField
            name="file"
            label="Audio file"
            kind="audio"
            hint="5 seconds to 60 minutes long."
          />
          <FormActions>
            <Button variant="primary" icon="upload">
              Upload audio
            </Button>
            <ButtonLink to={libraryPath}>Cancel</ButtonLink>
          </FormActions>
        </Form>
      )}
    </>
  );
}
