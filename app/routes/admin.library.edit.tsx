import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { changeSongs } from "#contract/library/endpoints";
import {
  changeOf,
  changeOptions,
  chosenSongs,
  listOf,
  SongChangeForm as Schema,
} from "~/features/library/song-change.server";
import { changeTitle, SongChangeForm } from "~/features/library/song-change-form";
import { songsChangeTexts } from "~/features/library/texts";
import { readForm } from "~/lib/forms/forms.server";
import { requireArea } from "~/lib/session/guard.server";
import { EmptyState } from "~/ui/frame/empty-state";
import { Failure } from "~/ui/frame/failure";
import { useFigures } from "~/ui/frame/figures";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { TextLink } from "~/ui/frame/text-link";

export const meta: MetaFunction = () => [{ title: "Change songs · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireArea(args, "MUSIC_LIBRARY", { company: false });
  return { options: await changeOptions(pageContext), listTo: listOf(args.request, pageContext) };
}

/**
 * Shows the form for the songs ticked in the list, or for all that match its address; changes them
 * once the form is sent.
 */
export async function action(args: ActionFunctionArgs) {
  const pageContext = await requireArea(args, "MUSIC_LIBRARY", { company: false });
  const form = await readForm(args.request, Schema);
  const { which, ...songs } = await chosenSongs(args.request, pageContext, form.posted);
  const { session } = args.context;
  if (songs.count === 0) {
    session.flash("error", songsChangeTexts.none);
    return redirect(songs.cancelTo);
  }
  if (form.posted.get("confirmed") !== "yes")
    return data({ songs, fields: {}, failure: undefined });
  if (!form.value) return withSongs(form.refused());
  const set = changeOf(pageContext, form.value);
  if (Object.keys(set).length === 0)
    return withSongs(form.refusedFor({ "": ["Choose what to change."] }));
  const { reply, refused } = await form.submit(() =>
    pageContext.api.call(changeSongs, { body: { ...which, set } }),
  );
  if (refused) return withSongs(refused);
  session.flash("success", reply.message);
  return redirect(songs.cancelTo);

  function withSongs({ data: { fields, failure }, init }: ReturnType<typeof form.refused>) {
    return data({ songs, fields, failure }, init ?? undefined);
  }
}

export default function ChangeSongs() {
  const { options, listTo } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const figures = useFigures();
  if (!result)
    return (
      <>
        <PageHead crumbs={[{ label: "Music library", to: listTo }]} title="Change songs" />
        <Panel>
          <EmptyState
            icon="music"
            title={songsChangeTexts.chooseTitle}
            action={<TextLink to={listTo}>{songsChangeTexts.toLibrary}</TextLink>}
          >
            {songsChangeTexts.choose}
          </EmptyState>
        </Panel>
      </>
    );
  const { songs, fields, failure } = result;
  return (
    <>
      <PageHead
        crumbs={[{ label: "Music library", to: songs.cancelTo }]}
        title={changeTitle(songs, figures)}
        lead={
          songs.count === 1
            ? songsChangeTexts.one
            : `${songs.names}. ${songs.all ? songsChangeTexts.all : songsChangeTexts.selected}`
        }
      />
      <Failure failure={failure} />
      <Panel>
        <SongChangeForm fields={fields} songs={songs} options={options} />
      </Panel>
    </>
  );
}
