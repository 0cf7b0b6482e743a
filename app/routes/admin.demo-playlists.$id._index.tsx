import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { demoConfirmations } from "~/features/demo-playlists/demo-confirmations.server";
import { Listing } from "~/features/demo-playlists/demo-list";
import {
  findDemo,
  requireDemo,
  shownDemo,
  shownSongs,
} from "~/features/demo-playlists/demo-playlists.server";
import {
  demoEditPath,
  demoPickerPath,
  demoSongsPath,
  demosPath,
  publicDemoPath,
} from "~/features/demo-playlists/paths";
import { demoTexts } from "~/features/demo-playlists/texts";
import { OrderedSongs } from "~/features/library/ordered-songs";
import { useHistory } from "~/lib/audit/history";
import { CopiedAddress } from "~/ui/copied-address";
import { ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.demo.name ?? "Demo playlist"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  const at = await requireDemo(args);
  const demo = await findDemo(at);
  return {
    demo: shownDemo(demo, at.pageContext),
    songs: shownSongs(demo, at.pageContext),
    link: publicDemoPath(demo.token),
    publicUrl: args.context.publicUrl,
    removal: demoConfirmations.linkTo("remove", { id: at.id, path: at.path, name: demo.name }, at),
  };
}

export default function DemoPlaylist() {
  const { demo, songs, link, publicUrl, removal } = useLoaderData<typeof loader>();
  const { name, path, language, songType, industry, isListed, playable } = demo;
  return (
    <>
      <PageHead
        crumbs={[{ label: "Demo playlists", to: demosPath }]}
        title={name}
        history={useHistory("demo", useParams().id, "provider")}
        lead={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Listing isListed={isListed} />
            <span>{[language, songType, industry].join(" · ")}</span>
          </span>
        }
        more={<ConfirmLink {...removal} icon="trash" />}
        actions={
          <>
            <ButtonLink to={demoEditPath(path)} icon="edit">
              Edit
            </ButtonLink>
            <ButtonLink to={demoPickerPath(path)} variant="primary" icon="plus">
              Add songs
            </ButtonLink>
          </>
        }
      />
      <Panel
        title="Public link"
        lead={demoTexts.linkLead}
        actions={
          <ButtonLink to={link} icon="external" reloadDocument>
            Open
          </ButtonLink>
        }
      >
        <CopiedAddress url={`${publicUrl}${link}`} />
        {songs.length > 0 && playable === 0 ? (
          <p className="mt-2 text-warn">{demoTexts.noneHeard}</p>
        ) : null}
      </Panel>
      <OrderedSongs
        caption={demoTexts.songs(name)}
        songs={songs}
        change={{ action: demoSongsPath(path), pickerTo: demoPickerPath(path) }}
        none={demoTexts.noSongs}
      />
    </>
  );
}
