import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { libraryPath, songEditPath } from "~/features/library/paths";
import {
  SongCharts,
  SongFacts,
  SongHistory,
  SongLicence,
  SongPlaylists,
  SongSound,
} from "~/features/library/song-detail";
import { loadSongDetail } from "~/features/library/song-detail.server";
import { useHistory } from "~/lib/audit/history";
import { requireArea } from "~/lib/session/guard.server";
import { ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { PageHead } from "~/ui/frame/page-head";
import { useRefresh } from "~/ui/use-refresh";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "Song"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadSongDetail(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

/** Published days follow a change within seconds, but to find that out is work. */
const secondsToFollow = 10;

export default function SongPage() {
  const song = useLoaderData<typeof loader>();
  useRefresh(song.isWaiting ? secondsToFollow : undefined);
  return (
    <>
      <PageHead
        crumbs={[{ label: "Music library", to: libraryPath }]}
        title={song.title}
        lead={song.lead}
        history={useHistory("song", useParams().id, "provider")}
        actions={
          <>
            <ConfirmLink {...song.turn} variant="plain" />
            {song.isFree ? (
              <ConfirmLink {...song.removal} icon="trash" />
            ) : (
              <ButtonLink to={song.removal.to} icon="trash">
                Delete…
              </ButtonLink>
            )}
            <ButtonLink to={songEditPath(song.path)} variant="primary" icon="edit">
              Edit
            </ButtonLink>
          </>
        }
      />
      <div className="grid items-start gap-x-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <div className="min-w-0">
          <SongSound {...song} />
          <SongCharts {...song} />
          <SongPlaylists {...song} />
          <SongHistory {...song} />
        </div>
        <div className="min-w-0">
          <SongFacts {...song} />
          <SongLicence {...song} />
        </div>
      </div>
    </>
  );
}
