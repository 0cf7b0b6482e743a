import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SongCharts, SongFacts, SongHistory, SongLicence, SongPlaylists, SongSound } from "~/features/library/song-detail";
import { loadSongDetail } from "~/features/library/song-detail.server";
import { SongPlayer } from "~/features/library/song-player";
import { removeQuestion, statusQuestion } from "~/features/library/song-questions";
import { requireArea } from "~/lib/guard.server";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.title ?? "Song"} · Fever In-Store` }];

export async function loader(args: LoaderFunctionArgs) {
  return loadSongDetail(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

export default function SongPage() {
  const song = useLoaderData<typeof loader>();
  const target = song.status === "active" ? "inactive" : "active";
  return (
    <SongPlayer>
      <PageHead
        crumbs={[{ label: "Music library", to: "/admin/library" }]}
        title={song.title}
        lead={song.lead}
        actions={
          <>
            <ConfirmLink
              {...statusQuestion(target, song.title)}
              to={withMembers(`${song.path}/status`, { to: target })}
              hidden={<input type="hidden" name="to" value={target} />}
              variant="plain"
            >
              {target === "inactive" ? "Deactivate" : "Activate"}
            </ConfirmLink>
            {song.isFree ? (
              <ConfirmLink {...removeQuestion(song.title)} to={`${song.path}/remove`} icon="trash">
                Delete
              </ConfirmLink>
            ) : (
              <ButtonLink to={`${song.path}/remove`} icon="trash">
                Delete…
              </ButtonLink>
            )}
            <ButtonLink to={`${song.path}/edit`} variant="primary" icon="edit">
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
    </SongPlayer>
  );
}
