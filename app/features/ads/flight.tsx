import { oneOf } from "~/ui/form-lines";
import { Failure } from "~/ui/frame/failure";
import { Refused } from "~/ui/refused";
import type { BookingResult } from "./booking.server";
import { bookingTexts as texts } from "./booking-words";
import { FullHours } from "./full-hours";
import { WaysOn } from "./offers";

/** Says why the new dates were refused, with the full hours and a button that takes the rest. */
export function FlightRefusal({
  result,
  version,
}: {
  result: BookingResult | undefined;
  version: string;
}) {
  if (!result?.refusal) return <Failure failure={result?.failure} />;
  const { values } = result.fields;
  const typedFields = (...names: string[]) =>
    names.flatMap((name): [string, string][] => {
      const value = oneOf(values?.[name]);
      return value ? [[name, value]] : [];
    });
  return (
    <>
      <Refused result={result} />
      <WaysOn
        ways={[
          ...result.refusal.offers.map((offer) => ({
            ...offer,
            label: texts.take.flight,
            fields: [
              ["version", version],
              ...typedFields("mode", "acceptsLessMusic"),
              ...typedFields("startsOn").map(() => ["startsOn", offer.flight.startsOn]),
              ["endsOn", offer.flight.endsOn],
            ] as [string, string][],
          })),
          ...(oneOf(values?.mode) === "fits"
            ? []
            : [
                {
                  key: "fits",
                  title: texts.fits,
                  detail: texts.fitsHint,
                  label: texts.takeFitsLabel.flight,
                  fields: [
                    ["mode", "fits"],
                    ...typedFields("startsOn", "endsOn", "acceptsLessMusic"),
                    ["version", version],
                  ] as [string, string][],
                },
              ]),
        ]}
      />
      <FullHours rows={result.refusal.full} />
    </>
  );
}
