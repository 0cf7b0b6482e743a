import type { useLoaderData } from "@remix-run/react";
import { Cover } from "~/ui/cover";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { PlayButton } from "~/ui/play-button";
import type { loadStoreDetail } from "./store-detail.server";
import { nowPlayingTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadStoreDetail>>;

type Track = Omit<NonNullable<Data["nowPlaying"]["item"]>, "since"> & { size?: "large" };

/** The item's cover, and a play button if there is audio that the person may hear. */
function Sound({ art, audio, title, artist, size }: Track) {
  const cover = art ? <Cover art={art} size={size} /> : null;
  return audio ? <PlayButton src={audio} title={title} by={artist} cover={cover} /> : cover;
}

/** Shows what the store's player plays now, or why it is silent. */
export function NowPlaying({ nowPlaying }: Pick<Data, "nowPlaying">) {
  const { item, mark, next, source } = nowPlaying;
  return (
    <Panel title="Now playing" lead={source}>
      {item ? (
        <div className="flex items-center gap-3">
          <Sound {...item} size="large" />
          <p className="min-w-0 [overflow-wrap:anywhere]">
            <b className="block text-lg font-semibold">{item.title}</b>
            {item.artist ? <span className="block text-ink-2">{item.artist}</span> : null}
            <small className="block text-ink-3">{item.since}</small>
          </p>
        </div>
      ) : mark ? (
        <p>
          <Pill tone={mark.tone}>{mark.words}</Pill>
          {mark.detail ? <span className="block text-ink-2">{mark.detail}</span> : null}
        </p>
      ) : (
        nowPlayingTexts.unnamed
      )}
      {next ? (
        <div className="mt-3 flex items-center gap-3 text-sm text-ink-2">
          <Sound {...next} />
          <p className="min-w-0 [overflow-wrap:anywhere]">
            Next at {next.time}: {[next.title, next.artist].filter(Boolean).join(" – ")}
          </p>
        </div>
      ) : null}
    </Panel>
  );
}
