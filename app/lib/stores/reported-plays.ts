import type { Figures } from "#contract/base/figures";

/** Says how many plays players reported, and why fewer of them count. */
export function reportedPlays(
  { received, plays }: { received: number; plays: number },
  { figure }: Pick<Figures, "figure">,
): string {
  if (received <= plays) return figure(received);
  return `${figure(received)}, of which ${figure(received - plays)} do not count: not due, cut short or reported twice`;
}
