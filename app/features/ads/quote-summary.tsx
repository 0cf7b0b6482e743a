import type { ReactNode } from "react";
import type { SpotKind } from "#contract/schedule/positions";
import { Facts } from "~/ui/frame/panel";
import { bookingTexts as texts } from "./booking-words";
import { quoteTerms } from "./quote-terms";
import type { QuoteWords } from "./quote-words.server";

type Props = {
  kind: SpotKind;
  /** Null until enough is typed for a quote. */
  quote: QuoteWords | null;
  /** The form's buttons. */
  children: ReactNode;
};

/**
 * Shows beside the form what a campaign takes, costs and does to the music. Nothing above the
 * buttons moves as figures arrive, so the part that varies in height comes last.
 */
export function QuoteSummary({ kind, quote, children }: Props) {
  const facts = quote?.facts ?? quoteTerms(kind).map((term) => ({ term, value: "–" }));
  return (
    <aside
      aria-label={texts.summary}
      className="panel grid min-w-0 content-start gap-4 self-start p-5 lg:sticky lg:top-20"
    >
      <div>
        <p role="status" className="min-h-[46px]">
          <span className="sr-only">Price: </span>
          <b className="text-2xl [overflow-wrap:anywhere]">{quote?.price ?? "–"}</b>
          <span className="block text-sm text-ink-2">{quote?.flight ?? texts.nothingYet}</span>
        </p>
      </div>
      <Facts facts={facts} />
      <p className={`min-h-[40px] ${quote && !quote.isFree ? "font-medium text-warn" : ""}`}>
        {quote?.room}
      </p>
      {children}
      {quote?.discount ? <p className="text-sm text-ink-2">{quote.discount}</p> : null}
      {quote?.music ? <Music {...quote.music} /> : null}
    </aside>
  );
}

/** Shows the music left before and after in the hour that keeps the least. */
function Music({ lead, before, after, facts, below, isRefused }: NonNullable<QuoteWords["music"]>) {
  return (
    <section className="border-t border-line pt-3">
      <h2 className="font-semibold">{texts.music}</h2>
      <p className="mb-2 text-sm text-ink-2">{lead}</p>
      <h3 className="mb-1 text-sm text-ink-3">{texts.musicInHour}</h3>
      <dl className="mb-3 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 tabular-nums">
        <Hour term="Now" {...before} />
        <Hour term="Then" {...after} />
      </dl>
      <Facts facts={facts} />
      {below ? (
        <p className="mt-2 font-medium text-warn">
          {below} {isRefused ? texts.refusedMusic : ""}
        </p>
      ) : null}
    </section>
  );
}

const Hour = ({ term, share, words }: { term: string; share: number; words: string }) => (
  <div className="contents">
    <dt className="text-sm text-ink-3">{term}</dt>
    <dd className="contents">
      <svg width="100%" height="12" aria-hidden="true">
        <rect width="100%" height="12" rx="2" className="fill-sunken" />
        <rect width={`${share * 100}%`} height="12" rx="2" className="fill-music" />
      </svg>
      <b>{words}</b>
    </dd>
  </div>
);
