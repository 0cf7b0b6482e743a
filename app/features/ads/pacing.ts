import type { DeliveryDay, DeliveryFigures } from "#contract/ads/delivery";
import { showDate } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import { deliveryTexts as texts } from "./delivery-words";

/** Up to this share of the booking, plays missing at the end still count as on course. */
const toleratedShortfall = 0.005;

type Delivery = DeliveryFigures & { days: DeliveryDay[] };

/**
 * Verified plays added up by day beside those booked, with all that is booked as the goal and,
 * unless the campaign is paused, where it will end, which is the finding for the page's heading.
 * Null until something is due.
 */
export function pacingOf(delivery: Delivery, figures: Figures, { isPaused = false } = {}) {
  const { bookedInAll, pacing, days } = delivery;
  if (pacing === null || days.length < 2) return null;
  const lastDue = lastDueOf(days);
  const projected = isPaused ? undefined : projectPlays(delivery, pacing);
  let verified = 0;
  let booked = 0;
  return {
    finding: courseOf(delivery, projected, figures),
    title: texts.pacing,
    pointHeader: "Day",
    series: [{ label: "Verified", colour: "info" as const }],
    before: "Booked",
    projected: projected && texts.atThisPace,
    goal: { value: bookedInAll, label: texts.goal(figures.figure(bookedInAll)) },
    points: days.map((day, at) => {
      verified += day.verified;
      booked += day.bookedInAll;
      return {
        label: showDate(day.day).slice(0, 5),
        values: [at <= lastDue ? verified : null],
        before: [booked],
        projected: [projected?.byDay[at] ?? null],
      };
    }),
  };
}

/**
 * Projects the verified plays to the end of the flight, added up by day from the last day due on:
 * of plays and make-goods still to come, the part that `pacing` is (docs/domain.md, section 3), at
 * most all, will be verified. Undefined if nothing is to come.
 */
export function projectPlays(
  { verified, days }: Pick<Delivery, "verified" | "days">,
  pacing: number,
): { byDay: (number | null)[]; end: number } | undefined {
  const lastDue = lastDueOf(days);
  let toCome = 0;
  const projectedSoFar = () => Math.round(verified + Math.min(1, pacing) * toCome);
  const byDay = days.map(({ bookedInAll, booked, makeGoodsAhead }, at) => {
    toCome += bookedInAll - booked + makeGoodsAhead;
    if (at < lastDue) return null;
    return at === lastDue ? verified : projectedSoFar();
  });
  return toCome > 0 ? { byDay, end: projectedSoFar() } : undefined;
}

const lastDueOf = (days: DeliveryDay[]) =>
  days.findLastIndex(({ booked, makeGoods, verified }) => booked + makeGoods + verified > 0);

function courseOf(
  { bookedInAll, delivery }: DeliveryFigures,
  projected: { end: number } | undefined,
  { figure, rounded, counted }: Figures,
): string {
  if (!projected) return texts.ended(rounded(100 * (delivery ?? 0)));
  const short = bookedInAll - projected.end;
  return short > bookedInAll * toleratedShortfall
    ? texts.endsShort(counted(roundAbout(short), "play"))
    : texts.onCourse(figure(projected.end), figure(bookedInAll));
}

/** Rounds to two significant digits, as a forecast is no more exact. */
const roundAbout = (count: number) => Number(count.toPrecision(2));
