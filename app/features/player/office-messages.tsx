import type { Player } from "./player.client-safe";
import type { PlayerState } from "./player-state.client-safe";
import { helpTexts } from "./texts";

type Props = { player: Player | null; messages: PlayerState["messages"] };

/** Shows the office's messages, readable from the counter, until somebody confirms them. */
export function OfficeMessages({ player, messages }: Props) {
  return (
    <div role="alert" className="sticky top-14 z-10 grid gap-3 empty:hidden">
      {messages.map(({ id, text }) => (
        <section key={id} className="rounded-xl bg-warn-tint p-5 mb-4">
          <h2 className="text-lg font-semibold">{helpTexts.from}</h2>
          <p className="mt-1 text-2xl font-bold [overflow-wrap:anywhere]">{text}</p>
          <button
            type="button"
            onClick={() => player?.seeMessage(id)}
            className="btn btn-primary mt-3 min-h-[60px] w-full text-lg md:w-auto md:min-w-[240px]"
          >
            Seen
          </button>
        </section>
      ))}
    </div>
  );
}
