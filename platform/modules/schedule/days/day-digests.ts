import type { DayInputs, StoreInputs } from "./day-inputs.ts";
import { hashOf } from "./hash.ts";
import { noSpots } from "./store-spots.ts";

/**
 * Digests of what a day is made from. Facts: its stores, their hours and zones, and the booked
 * spots; a published day follows them by itself. Choices: rules, charts and events; it follows them
 * when a person says so.
 */
export function digestsOf({
  slots,
  ruleVersion,
  digests,
  events,
  stores,
  spots: _,
  ...facts
}: DayInputs): {
  facts: string;
  choices: string;
} {
  const own = stores.flatMap(({ store, slots: ofStore }) => {
    const rules = ofStore.filter(({ source }) => source.level === "STORE");
    return rules.length > 0 ? [[store.id, rules]] : [];
  });
  const open = stores.map(
    ({ store: { id, timeZone, country }, opening, spots: { key }, isStaggered }) => ({
      id,
      timeZone,
      country,
      opening,
      ...(key !== noSpots.key && { spots: key }),
      ...(isStaggered && { isStaggered }),
    }),
  );
  const ownEvents = stores.flatMap(({ store, events: ofStore }) =>
    ofStore.some(({ source }) => source.level === "STORE") ? [[store.id, ofStore]] : [],
  );
  // a day without events has the digest that it had before there were any
  const withEvents = events.length + ownEvents.length > 0 && { events, ownEvents };
  return {
    facts: hashOf({ ...facts, stores: open }),
    choices: hashOf({ slots, ruleVersion, digests, own, ...withEvents }),
  };
}

/**
 * Tells whether a store's log was made from what there is now, as long as its group's day is the
 * same. Choices are not of it: a published day does not follow them.
 */
export const storeFacts = ({
  store: { timeZone, country },
  opening,
  spots: { key },
  closed,
  isStaggered,
}: StoreInputs): string =>
  hashOf([timeZone, country, opening, key, closed, ...(isStaggered ? ["staggered"] : [])]).slice(
    0,
    16,
  );

/**
 * Tells whether a draft was made from what there is now. Neighbouring days are excluded from the
 * digest: whichever day is made later keeps apart from what stands on both sides, so that a day
 * that changes makes no other one stale.
 */
export const digestOf = ({ facts, choices }: { facts: string; choices: string }): string =>
  hashOf([facts, choices]);

/**
 * The digest of a version that is not what its inputs alone give: a person changed it, or locked
 * some of its songs. It still tells the inputs that it was made from.
 */
export const editedDigest = (ofInputs: string): string => `${inputsOf(ofInputs)}.edited`;
const inputsOf = (digest: string): string => digest.split(".")[0] ?? digest;
export const isEdited = (digest: string): boolean => digest.includes(".");
/** True if a version with this digest was made from the inputs with the other. */
export const isMadeFrom = (digest: string, ofInputs: string): boolean =>
  inputsOf(digest) === ofInputs;
