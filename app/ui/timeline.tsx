import type { ReactNode } from "react";
import type { Tone } from "./frame/pill";

export type TimelineEntry = {
  key: string;
  at: string;
  title: ReactNode;
  detail?: ReactNode;
  tone?: Tone;
};

const dot: Record<Tone, string> = {
  ok: "bg-ok",
  warn: "bg-warn",
  bad: "bg-bad",
  idle: "bg-ink-3",
  info: "bg-info",
};

/** Lists events on a vertical line, latest first. */
export function Timeline({ entries, label }: { entries: TimelineEntry[]; label: string }) {
  return (
    <ol aria-label={label} className="ml-1 border-l border-line">
      {entries.map((entry) => (
        <li key={entry.key} className="relative pb-4 pl-5 last:pb-0">
          <span
            aria-hidden="true"
            className={`absolute -left-[5px] top-[6px] h-[9px] w-[9px] rounded-full ring-4 ring-paper ${dot[entry.tone ?? "idle"]}`}
          />
          <span className="block text-xs tabular-nums text-ink-3">{entry.at}</span>
          <span className="block font-medium">{entry.title}</span>
          {entry.detail ? <div className="text-sm text-ink-2">{entry.detail}</div> : null}
        </li>
      ))}
    </ol>
  );
}
