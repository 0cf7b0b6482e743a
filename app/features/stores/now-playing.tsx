import type { useLoaderData } from "@remix-run/react";
import { Cover } from "~/ui/cover";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { PlayButton } from "~/ui/play-button";
import type { loadStoreDetail } from "./store-detail.server";
import { nowPlayingTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadStoreDetail>>;

type Item = NonNullable<Data["nowPlaying"]["item"]>;

/** The item's cover, and a play button if there is audio that the person may hear. */
function Sound({ art, audio, title, artist }: Item) {
  const cover = art ? <Cover art={art} size="large" /> : null;
  return audio ? <PlayButton src={audio} title={title} by={artist} cover={cover} /> : cover;
}

/** Shows what the store's player plays now, or why it is silent. */
export function NowPlaying({ nowPlaying }: Pick<Data, "nowPlaying">) {
  const { item, mark, next, source } = nowPlaying;
  return (
    <Panel title="Now playing" lead={source}>
      {item ? (
        <div className="flex items-center gap-3">
          <Sound {...item} />
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
        <p className="mt-2 text-sm text-ink-2 [overflow-wrap:anywhere]">
          Next at {next.time}: {next.words}
        </p>
      ) : null}
    </Panel>
  );
}
