import type { DayInputs, StoreInputs } from "./day-inputs.ts";
import { hashOf } from "./hash.ts";
import { noSpots } from "./store-spots.ts";

/**
 * Digests of a day's inputs. Facts: its stores, their hours and zones, and the booked
 * spots; a published day follows them by itself. Choices: rules, charts and events; a published day
 * follows them only when a person republishes it.
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
 * Digest of a store's own inputs to its log: if it differs, the log is outdated, even with the same
 * group's day. Choices are left out: a published day does not follow them.
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
 * Digest of a draft's inputs: if it differs, the draft is outdated. Neighbouring days are excluded:
 * whichever day is made later keeps its songs apart from both neighbours, so that a changed
 * day makes no other one stale.
 */
export const digestOf = ({ facts, choices }: { facts: string; choices: string }): string =>
  hashOf([facts, choices]);

/**
 * Digest of a version that differs from what its inputs give: a person changed it, or locked
 * some of its songs. It still identifies the inputs that it was made from.
 */
export const editedDigest = (ofInputs: string): string => `${inputsOf(ofInputs)}.edited`;
const inputsOf = (digest: string): string => digest.split(".")[0] ?? digest;
export const isEdited = (digest: string): boolean => digest.includes(".");
/** True if a version with this digest was made from the inputs with the other. */
export const isMadeFrom = (digest: string, ofInputs: string): boolean =>
  inputsOf(digest) === ofInputs;
