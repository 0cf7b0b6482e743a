import { timeIn, weekdayIn } from "#contract/base/dates";
import { useFigures } from "~/ui/frame/figures";
import type { PlayerState } from "./player-state.client-safe";
import { StateMark } from "./state-mark";
import { isShort, storedFor, storedWords } from "./stored-time";
import { storedMusicTexts as texts } from "./texts";

/** Shows how long the player can go on without the network, as a meter and in words. */
export function StoredMusic({ state }: { state: PlayerState }) {
  const { rounded } = useFigures();
  const { keeps, used, quota, persisted, isFull, until } = state.provision;
  if (!keeps)
    return (
      <StateMark tone="warn">{window.isSecureContext ? texts.refused : texts.overHttp}</StateMark>
    );
  const left = storedFor(state);
  if (left === null || until === null) return <StateMark tone="warn">{texts.none}</StateMark>;
  const { timeZone } = state.schedule;
  const at = new Date(until);
  return (
    <div className="grid gap-1">
      <StateMark tone={isShort(left) ? "warn" : "ok"}>
        <b className="font-semibold">{storedWords(left)}</b>
      </StateMark>
      <Meter hours={left / 3_600_000} isShort={isShort(left)} />
      <p className="text-sm text-ink-2">
        {texts.until(`${weekdayIn(timeZone, at)} ${timeIn(timeZone, at)}`)}
        {used > 0 ? ` ${texts.used(showSize(used, rounded), showSize(quota, rounded))}` : null}
        {isFull ? <span className="text-warn"> {texts.full}</span> : null}
        {persisted || used === 0 ? null : ` ${texts.mayBeDeleted}`}
      </p>
    </div>
  );
}

const blocks = 12;
const blockHours = 6;

/** Draws three days, the length of a log, in blocks of six hours. */
const Meter = ({ hours, isShort: short }: { hours: number; isShort: boolean }) => (
  <svg width="100%" height="12" aria-hidden="true" className="max-w-[260px]">
    {Array.from({ length: blocks }, (_, block) => {
      const part = Math.min(1, Math.max(0, hours / blockHours - block));
      const x = `${(100 / blocks) * block}%`;
      const width = 100 / blocks - 1;
      return (
        <g key={x}>
          <rect x={x} width={`${width}%`} height="12" rx="2" className="fill-line" />
          {part > 0 ? (
            <rect
              x={x}
              width={`${Math.max(1, width * part)}%`}
              height="12"
              rx="2"
              className={short ? "fill-warn" : "fill-music"}
            />
          ) : null}
        </g>
      );
    })}
  </svg>
);

/** Bytes as people read them. */
function showSize(bytes: number, rounded: (value: number) => string): string {
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${rounded(bytes / 1e9)} GB`;
}
