import type { DeliveryDay, DeliveryFigures } from "#contract/ads/delivery";
import { showDate } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import { deliveryTexts as texts } from "./delivery-words";

/** Up to this share of the booking, plays missing at the end still count as on pace. */
const onPace = 0.005;

/**
 * Verified plays added up by day beside those booked, with all that is booked as the goal. Null
 * until something is due.
 */
export function pacingOf(delivery: DeliveryFigures & { days: DeliveryDay[] }, figures: Figures) {
  const { bookedInAll, pacing, days } = delivery;
  if (pacing === null || days.length < 2) return null;
  const lastDue = days.findLastIndex(
    ({ booked, makeGoods, verified }) => booked + makeGoods + verified > 0,
  );
  let verified = 0;
  let booked = 0;
  return {
    title: paceOf(delivery, pacing, figures),
    axes: texts.pacing,
    pointHeader: "Day",
    series: [{ label: "Verified", colour: "info" as const }],
    before: "Booked",
    goal: { value: bookedInAll, label: texts.goal(figures.figure(bookedInAll)) },
    points: days.map((day, at) => {
      verified += day.verified;
      booked += day.bookedInAll;
      return {
        label: showDate(day.day).slice(0, 5),
        values: [at <= lastDue ? verified : null],
        before: [booked],
      };
    }),
  };
}

function paceOf(
  { bookedInAll, booked, makeGoodsAhead, verified, delivery }: DeliveryFigures,
  pacing: number,
  { figure, rounded, counted }: Figures,
): string {
  const isOver = bookedInAll === booked && makeGoodsAhead === 0;
  if (isOver) return texts.ended(rounded(100 * (delivery ?? 0)));
  const short = Math.round(bookedInAll * (1 - pacing));
  return short > bookedInAll * onPace
    ? texts.endsShort(counted(short, "play"))
    : texts.onPace(figure(verified), figure(bookedInAll));
}
