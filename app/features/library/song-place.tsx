import type { ReactNode } from "react";
import { Button } from "~/ui/frame/button";
import { PostForm } from "~/ui/frame/post-form";

type Props = {
  action: string;
  songRef: string;
  position: number;
  title: string;
  handle?: ReactNode;
};

/**
 * A song's place in its list, with buttons that move it up or down; `handle` is the part to
 * drag.
 */
export const SongPlace = ({ action, songRef, position, title, handle }: Props) => (
  <PostForm action={action} preventScrollReset className="flex items-center gap-1">
    {handle}
    <span className="min-w-[2ch] text-right tabular-nums">{position}</span>
    <input type="hidden" name="id" value={songRef} />
    <Button small variant="quiet" icon="up" iconOnly name="do" value="up">
      {`Move ${title} up`}
    </Button>
    <Button small variant="quiet" icon="down" iconOnly name="do" value="down">
      {`Move ${title} down`}
    </Button>
  </PostForm>
);
