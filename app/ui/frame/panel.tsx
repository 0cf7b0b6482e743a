import { type ReactNode, useId } from "react";

export type PanelProps = {
  /** For a link that leads here. */
  id?: string;
  title?: string;
  lead?: ReactNode;
  actions?: ReactNode;
  /** Off for tables and filter bars, which bring their own edges. */
  padded?: boolean;
  className?: string;
  children: ReactNode;
};

/** A white box on the page's ground; with a title it is a named region. */
export function Panel({
  id,
  title,
  lead,
  actions,
  padded = true,
  className = "",
  children,
}: PanelProps) {
  const titleId = useId();
  return (
    <section
      id={id}
      className={`panel mb-4 ${className}`}
      aria-labelledby={title ? titleId : undefined}
    >
      {title ? (
        <div
          className={`flex flex-wrap items-start justify-between gap-3 px-4 pt-4 ${padded ? "" : "border-b border-line pb-3"}`}
        >
          <div>
            <h2 id={titleId} className="text-lg font-semibold">
              {title}
            </h2>
            {lead ? <p className="text-sm text-ink-2">{lead}</p> : null}
          </div>
          {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
        </div>
      ) : null}
      {padded ? <div className="p-4">{children}</div> : children}
    </section>
  );
}

/** Terms and what stands for them, in two columns. A total stands out. */
export function Facts({
  facts,
}: {
  facts: { term: string; value: ReactNode; isTotal?: boolean }[];
}) {
  return (
    <dl className="grid grid-cols-[minmax(96px,auto)_1fr] gap-x-4 gap-y-1.5">
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
