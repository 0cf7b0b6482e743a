/** The note of an alert, and who wrote it. */
export const AlertNote = ({ note, notedBy }: { note: string | null; notedBy: string | null }) =>
  note ? (
    <span className="block [overflow-wrap:anywhere] md:max-w-64">
      {note}
      {notedBy ? <small className="block text-ink-3">{notedBy}</small> : null}
    </span>
  ) : null;
