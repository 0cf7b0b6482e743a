import type { ReactNode } from "react";

export type SpotKind = "music" | "ad" | "jingle" | "toh";

/** Words on screen for what plays (VOC-1). */
export const kindLabel: Record<SpotKind, string> = { music: "Music", ad: "Ad", jingle: "Promo", toh: "Top of the Hour" };

const fill: Record<SpotKind, string> = { music: "fill-music", ad: "fill-ad", jingle: "fill-jingle", toh: "fill-toh" };

/** What plays: start in seconds from the hour's beginning, length in seconds. */
export type HourItem = { start: number; seconds: number; kind: SpotKind; title?: string };

/** An hour as a bar in proportion; `label` says in words what it shows. */
export function HourBar({ items, label, seconds = 3600 }: { items: HourItem[]; label: string; seconds?: number }) {
  return (
    <svg
      viewBox={`0 0 ${seconds} 28`}
      width="100%"
      height="28"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      className="block rounded-sm bg-sunken"
    >
      {items.map((item) => (
        <rect
          key={`${item.start} ${item.kind}`}
          x={item.start}
          width={Math.max(4, item.seconds - 6)}
          height="28"
          className={fill[item.kind]}
        >
          {item.title ? <title>{item.title}</title> : null}
        </rect>
      ))}
    </svg>
  );
}

/** A day is hours downwards: each the hour's name, its bar and, under it, its lines when it is open. */
export function HourRow({ hour, items, label, children }: { hour: string; items: HourItem[]; label: string; children?: ReactNode }) {
  return (
    <div className="grid grid-cols-[48px_minmax(0,1fr)] gap-2 border-b border-line px-4 py-2 last:border-b-0 md:grid-cols-[56px_minmax(0,1fr)] md:gap-3">
      <time className="pt-1 font-semibold tabular-nums text-ink-2">{hour}</time>
      <div className="min-w-0">
        <HourBar items={items} label={label} />
        {children ? <div className="mt-1">{children}</div> : null}
      </div>
    </div>
  );
}

export type DayLine = {
  key: string;
  time: string;
  kind: SpotKind;
  title: ReactNode;
  detail?: ReactNode;
  why?: ReactNode;
  length: string;
  current?: boolean;
  actions?: ReactNode;
  /** Opens under the line. */
  below?: ReactNode;
};

/** The order of an hour in words: time, what, why, length. */
export function DayLines({ lines, caption }: { lines: DayLine[]; caption: string }) {
  return (
    <ol aria-label={caption}>
      {lines.map((line) => (
        <li
          key={line.key}
          aria-current={line.current ? "true" : undefined}
          className="grid min-h-[44px] grid-cols-[64px_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line px-2 py-1.5 last:border-b-0 hover:bg-sunken aria-[current]:bg-brand-tint md:grid-cols-[64px_minmax(0,1.2fr)_minmax(0,1fr)_auto]"
        >
          <span className="tabular-nums text-ink-2">{line.time}</span>
          <span className="min-w-0">
            <span className="flex items-baseline gap-1.5 font-semibold">
              <KindMark kind={line.kind} />
              <span className="min-w-0 [overflow-wrap:anywhere]">{line.title}</span>
            </span>
            {line.detail ? <span className="block pl-4 text-xs text-ink-3">{line.detail}</span> : null}
          </span>
          <span className="min-w-0 text-ink-2 max-md:order-last max-md:col-start-2 max-md:col-end-[-1] max-md:pl-4 max-md:text-sm">
            {line.why}
          </span>
          <span className="flex items-center gap-2 tabular-nums">
            {line.length}
            {line.actions}
          </span>
          {line.below ? <div className="order-last col-span-full pb-2 pl-1 pt-1 md:pl-[92px]">{line.below}</div> : null}
        </li>
      ))}
    </ol>
  );
}

/** What the colours of a day mean. */
export function DayKey() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 border-b border-line px-4 py-3 text-ink-2">
      {(["music", "ad", "jingle", "toh"] as const).map((kind) => (
        <li key={kind} className="flex items-center gap-1.5">
          <KindMark kind={kind} decorative />
          {kindLabel[kind]}
        </li>
      ))}
    </ul>
  );
}

/** The coloured mark of a kind, with its word for those who do not see it. */
export function KindMark({ kind, decorative }: { kind: SpotKind; decorative?: boolean }) {
  return (
    <>
      <svg width="10" height="10" aria-hidden="true" className="shrink-0 self-center">
        <rect width="10" height="10" rx="3" className={fill[kind]} />
      </svg>
      {decorative ? null : <span className="sr-only">{kindLabel[kind]}: </span>}
    </>
  );
}
