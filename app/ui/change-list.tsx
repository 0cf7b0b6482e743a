type Change = { field: string; before: string; after: string };

/** Lists changes from old to new value; "" means none. */
export const ChangeList = ({ changes }: { changes: Change[] }) => (
  <dl className="mt-1 grid gap-1">
    {changes.map(({ field, before, after }) => (
      <div key={field}>
        <dt className="inline text-ink-3">{field}: </dt>
        <dd className="inline [overflow-wrap:anywhere]">
          {before ? <del className="text-bad">{before}</del> : null}
          {before && after ? <span aria-hidden="true"> → </span> : null}
          {after ? <ins className="text-ok no-underline">{after}</ins> : null}
        </dd>
      </div>
    ))}
  </dl>
);
