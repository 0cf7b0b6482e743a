type Props = {
  id: string;
  title: string;
  points: string[];
  /** Details of the points. */
  lines?: string[];
  /** Identifies the answer that the person reviewed. */
  digest: string;
};

/** Lists the side effects of a change, which a second press of the form confirms. */
export function ReviewBox({ id, title, points, lines = [], digest }: Props) {
  return (
    <section
      aria-labelledby={id}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: after the post without script the reader must land on what is asked
      autoFocus
      className="rounded-lg bg-warn-tint px-4 py-3"
    >
      <h2 id={id} className="mb-1 font-semibold text-warn">
        {title}
      </h2>
      <input type="hidden" name="_seen" value={digest} />
      <ul className="list-disc pl-[18px]">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      {lines.length > 0 ? (
        <ul className="mt-1 pl-[18px] text-sm text-ink-2">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
