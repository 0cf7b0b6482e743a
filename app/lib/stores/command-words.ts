import type { StoreCommand } from "#contract/player/commands";

/** Names a command. */
export const commandWords = ({
  kind,
  volume,
  text,
}: Pick<StoreCommand, "kind" | "volume" | "text">): string =>
  ({
    volume: `Volume ${volume}`,
    tone: "Test tone",
    restart: "Restart",
    message: `Message “${text}”`,
  })[kind];

/** Describes the outcome of a command; `at` formats an instant. */
export function stateWords(
  { kind, state, since, reason }: Pick<StoreCommand, "kind" | "state" | "since" | "reason">,
  at: (instant: string) => string,
) {
  switch (state) {
    case "asked":
      return { tone: "info", state: "Waiting", more: null } as const;
    case "delivered":
      return { tone: "info", state: "Delivered", more: `Delivered at ${at(since)}` } as const;
    case "done":
      return kind === "message"
        ? ({ tone: "ok", state: "Seen", more: `Seen at ${at(since)}` } as const)
        : ({ tone: "ok", state: "Done", more: `Done at ${at(since)}` } as const);
    case "expired":
      return { tone: "warn", state: "Expired", more: expiredWords(at(since)) } as const;
    case "refused":
      return { tone: "bad", state: "Refused", more: reason } as const;
  }
}

const expiredWords = (time: string) => `Expired at ${time} because the player could not be reached`;
