import { type ReactNode, useId } from "react";

export type PanelProps = {
  /** The target of links to the panel. */
  id?: string;
  title?: string;
  lead?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A part of a page; with a title it starts with a line and is a named region. */
export function Panel({ id, title, lead, actions, className = "", children }: PanelProps) {
  const titleId = useId();
  return (
    <section
      id={id}
      className={`part mb-8 min-w-0 md:mb-10 ${title ? "border-t-2 border-ink pt-3" : ""} ${className}`}
      aria-labelledby={title ? titleId : undefined}
    >
      {title ? (
        <div className="part-head mb-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <h2 id={titleId} className="text-lg font-semibold">
              {title}
            </h2>
            {lead ? <p className="text-sm text-ink-3">{lead}</p> : null}
          </div>
          {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
        </div>
      ) : null}
      {children}
    </section>
  );
}

/** Lists terms with their values in two columns. A total is emphasised. */
export function Facts({
  facts,
}: {
  facts: { term: string; value: ReactNode; isTotal?: boolean }[];
}) {
  return (
    <dl className="grid grid-cols-[fit-content(45%)_1fr] gap-x-4 gap-y-1.5">
      {facts.map((fact) => (
        <div key={fact.term} className="contents">
          <dt className={fact.isTotal ? "font-semibold" : "text-ink-3"}>{fact.term}</dt>
          <dd className={`min-w-0 [overflow-wrap:anywhere] ${fact.isTotal ? "font-semibold" : ""}`}>
            {fact.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
