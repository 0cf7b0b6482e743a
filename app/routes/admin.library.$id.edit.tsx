import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { libraryPath } from "~/features/library/paths";
import { loadSongEdit, saveSongEdit } from "~/features/library/song-edit.server";
import { SongFields } from "~/features/library/song-fields";
import { songFormTexts } from "~/features/library/texts";
import { requireArea } from "~/lib/session/guard.server";
import { CurrentFile, FileField } from "~/ui/file-field";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { VersionField } from "~/ui/version-field";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.title ?? "song"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadSongEdit(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

export async function action(args: ActionFunctionArgs) {
  return saveSongEdit(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

export default function EditSong() {
  const { path, title, picture, pictureRemoval, constraints, values, options } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const fieldsOf = (form: string) => (result?.form === form ? result.fields : {});
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Music library", to: libraryPath },
          { label: title, to: path },
        ]}
        title={`Edit ${title}`}
      />
      <Failure failure={result?.failure} />
      <Form key={path} id="song" fields={{ constraints, values, ...fieldsOf("song") }} keep>
        <VersionField />
        <SongFields {...options} />
        <FormActions>
          <Button variant="primary">Save song</Button>
          <ButtonLink to={path}>Cancel</ButtonLink>
        </FormActions>
      </Form>
      <Panel title="Picture" className="mt-6 max-w-form" lead={songFormTexts.picture}>
        {picture ? (
          <div className="mb-4">
            <CurrentFile name="The picture now" src={picture}>
              <ConfirmLink {...pictureRemoval} small icon="trash" />
            </CurrentFile>
          </div>
        ) : null}
        <Form id="picture" multipart fields={fieldsOf("picture")}>
          <FileField
            name="picture"
            label={picture ? "Another picture" : "Picture file"}
            kind="image"
          />
          <div>
            <Button icon="upload">Upload picture</Button>
          </div>
        </Form>
      </Panel>
    </>
  );
}
