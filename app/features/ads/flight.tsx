import { oneOf } from "~/ui/form-lines";
import { Failure } from "~/ui/frame/failure";
import { Panel } from "~/ui/frame/panel";
import { Refused } from "~/ui/refused";
import { FullHours, Hidden, Offer } from "./booking";
import type { BookingResult } from "./booking.server";
import { bookingTexts as texts } from "./booking-words";

/** Why other dates were refused: the full hours, and the button that takes the rest. */
export function FlightRefusal({
  result,
  version,
}: {
  result: BookingResult | undefined;
  version: string;
}) {
  if (!result?.refusal) return <Failure failure={result?.failure} />;
  const { values } = result.fields;
  const typed = (...names: string[]) =>
    names.flatMap((name): [string, string][] => {
      const value = oneOf(values?.[name]);
      return value ? [[name, value]] : [];
    });
  return (
    <>
      <Refused result={result} />
      <Panel title={texts.offersTitle} lead={texts.refusedLead}>
        <ul className="grid gap-3">
          {result.refusal.offers.map(({ key, title, detail, flight }, place) => (
            <li key={key}>
              <Offer id={`offer-${place}`} title={title} detail={detail} label={texts.take.flight}>
                <Hidden
                  fields={[
                    ["version", version],
                    ...typed("mode", "acceptsLessMusic"),
                    ...typed("startsOn").map((): [string, string] => ["startsOn", flight.startsOn]),
                    ["endsOn", flight.endsOn],
                  ]}
                />
              </Offer>
            </li>
          ))}
          {oneOf(values?.mode) === "fits" ? null : (
            <li>
              <Offer
                id="offer-fits"
                title={texts.fits}
                detail={texts.fitsHint}
                label={texts.takeFitsLabel.flight}
              >
                <Hidden
                  fields={[
                    ["mode", "fits"],
                    ...typed("startsOn", "endsOn", "acceptsLessMusic"),
                    ["version", version],
                  ]}
                />
              </Offer>
            </li>
          )}
        </ul>
      </Panel>
      <FullHours rows={result.refusal.full} />
    </>
  );
}
