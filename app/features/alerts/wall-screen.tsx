import { useFigures } from "~/ui/frame/figures";
import { Pill } from "~/ui/frame/pill";
import { sectionsOf } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import { wallPath } from "./paths";
import { wallTexts } from "./texts";
import type { Wall } from "./wall-table";

/** A line for each store, in letters that are read from three metres. */
export function WallScreen({
  rows,
  sections,
  total,
  finding,
  lead,
}: Wall & { finding: string; lead: string }) {
  const { counted } = useFigures();
  return (
    <main id="main" className="min-h-screen bg-paper p-6 max-md:p-3 text-ink">
      <header className="mb-4 flex flex-wrap items-baseline justify-between gap-4">
        <h1 className="text-2xl font-bold lg:text-3xl">{finding}</h1>
        <p className="text-lg text-ink-2">
          {lead} <TextLink to={wallPath}>Leave full screen</TextLink>
        </p>
      </header>
      <table className="w-full border-collapse max-md:text-sm md:text-xl lg:text-2xl">
        <caption className="sr-only">Stores in trouble</caption>
        <thead className="text-left text-lg text-ink-2">
          <tr>
            <th scope="col">Store</th>
            <th scope="col">State</th>
            <th scope="col" className="text-right">
              For
            </th>
            <th scope="col" className="pl-6">
              Owner
            </th>
          </tr>
        </thead>
        {sectionsOf(rows, sections).map(({ heading, rows }) => (
          <tbody key={heading?.label ?? ""}>
            {heading ? (
              <tr>
                <th
                  scope="rowgroup"
                  colSpan={4}
                  className="border-t border-line-strong pt-4 text-left text-lg font-normal text-ink-2 max-md:text-sm"
                >
                  <b className="font-semibold text-ink">{heading.label}</b> {heading.note}
                </th>
              </tr>
            ) : null}
            {rows.map(({ key, store, kind, call, nowPlaying, lasted, owner, note }) => (
              <tr key={key} className="border-t border-line align-top">
                <th scope="row" className="py-3 pr-4 text-left font-semibold">
                  {store.name}
                  <small className="block text-lg font-normal max-md:text-xs text-ink-2">
                    {store.place}
                  </small>
                </th>
                <td className="py-3 pr-4">
                  <Pill tone={kind.tone}>{kind.words}</Pill>
                  <small className="block text-lg text-ink-2 max-md:text-xs">{nowPlaying}</small>
                  {call ? <b className="block text-lg max-md:text-xs">{call.words}</b> : null}
                </td>
                <td className="py-3 text-right tabular-nums whitespace-nowrap">{lasted}</td>
                <td className="py-3 pl-6 max-md:pl-3">
                  {owner ?? <b className="text-bad">Nobody</b>}
                  {note ? (
                    <small className="block text-lg text-ink-2 max-md:text-xs">{note}</small>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {total > rows.length ? (
        <p className="pt-4 text-xl font-semibold lg:text-2xl">
          {wallTexts.beyond(counted(total - rows.length, "more alert"))}
        </p>
      ) : null}
    </main>
  );
}
