import { Figure } from "~/ui/frame/figures";

/** Shows how many songs a list has, and how many of them cannot play now. */
export const PlayableSongs = ({ songs, playable }: { songs: number; playable: number }) => (
  <span>
    <Figure of={songs} />
    {playable < songs ? (
      <small className="block text-warn">
        <Figure of={songs - playable} /> not playing
      </small>
    ) : null}
  </span>
);
