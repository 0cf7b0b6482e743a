import { timeIn, weekdayIn } from "#contract/base/dates";
import { useFigures } from "~/ui/frame/figures";
import { Icon } from "~/ui/frame/icon";
import type { PlayerState } from "./player.client-safe";
import { storedMusicTexts as texts } from "./texts";

/** How far the player can go without the network, in words. */
export function StoredMusic({ state }: { state: PlayerState | null }) {
  const { rounded } = useFigures();
  if (!state) return <p className="mt-3 min-h-[1.5em]" />;
  const { keeps, until, used, quota, persisted, isFull } = state.provision;
  if (!keeps)
    return (
      <p className="mt-3 flex gap-2 text-sm text-warn">
        <Icon name="alert" size={16} className="mt-0.5" />
        {window.isSecureContext ? texts.refused : texts.overHttp}
      </p>
    );
  return (
    <p className="mt-3 text-sm text-ink-2">
      {wordsOf(state, until)}
      {used > 0 ? (
        <span className="text-ink-3">
          {" "}
          {texts.used(showSize(used, rounded), showSize(quota, rounded))}
        </span>
      ) : null}
      {isFull ? <span className="text-warn"> {texts.full}</span> : null}
      {persisted || used === 0 ? null : <span className="text-ink-3"> {texts.mayBeDeleted}</span>}
    </p>
  );
}

function wordsOf({ schedule: { timeZone }, now }: PlayerState, until: number | null): string {
  if (until === null || until <= now) return texts.none;
  const at = new Date(until);
  return texts.until(`${weekdayIn(timeZone, at)} ${timeIn(timeZone, at)}`);
}

/** Bytes as people read them. */
function showSize(bytes: number, rounded: (value: number) => string): string {
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${rounded(bytes / 1e9)} GB`;
}
