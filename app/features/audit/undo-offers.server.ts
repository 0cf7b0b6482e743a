import type { AuditEntry } from "#contract/audit/endpoints";
import { type Area, mayOpen } from "#contract/base/roles";
import { ruleChanges } from "#contract/schedule/words";
import type { UndoOffer } from "~/lib/audit/undo.server";
import type { PageContext } from "~/lib/session/guard.server";
import type { UndoForm } from "~/ui/frame/snack-bar";

type UndoSubject = {
  entry: AuditEntry;
  itemId: number;
  isProviders: boolean;
  ids: PageContext["ids"];
};
/** Describes how to undo an action: the area that the call requires, and the form's fields. */
type Offer = {
  area: Area;
  act: string;
  fields?: (of: UndoSubject) => Record<string, string> | undefined;
};

const statusOffers = (
  thing: string,
  area: Area,
  acts: { on: string; off: string },
  fields?: Offer["fields"],
) => ({
  [`${thing} activated`]: { area, act: acts.off, fields },
  [`${thing} deactivated`]: { area, act: acts.on, fields },
});
const kindOf = ({ isProviders }: UndoSubject) => (isProviders ? "popular" : "custom");
const putRulesBack: Offer = { area: "MASTER_RULE", act: "put-rules-back" };
const moveStoresBack: Offer = { area: "HIERARCHY", act: "move-stores-back" };
const moveUsersBack: Offer = { area: "HIERARCHY", act: "move-users-back", fields: unitOf };

const offers: Record<string, Offer> = {
  ...statusOffers("store", "STORES", { on: "activate-stores", off: "deactivate-stores" }),
  ...statusOffers(
    "user",
    "USER_MGMT",
    { on: "activate-user", off: "deactivate-user" },
    ({ ids, itemId, isProviders }) => ({
      userId: ids.encrypt("user", itemId),
      of: isProviders ? "staff" : "company",
    }),
  ),
  ...statusOffers(
    "company",
    "COMPANIES",
    { on: "activate-company", off: "deactivate-company" },
    ({ ids, itemId }) => ({
      companyId: ids.encrypt("company", itemId),
    }),
  ),
  ...statusOffers("chart", "CHARTS", { on: "activate-chart", off: "deactivate-chart" }, (of) => ({
    kind: kindOf(of),
  })),
  "spot brought back": { area: "NON_MUSIC", act: "withdraw-spot" },
  "spot withdrawn": { area: "NON_MUSIC", act: "bring-back-spot" },
  "chart songs removed": {
    area: "CHARTS",
    act: "put-songs-back",
    fields: (of) => ({ kind: kindOf(of), chartId: of.ids.encrypt("chart", of.itemId) }),
  },
  "event playlist songs changed": {
    area: "MUSIC_SCHEDULE",
    act: "put-event-songs-back",
    fields: ({ ids, itemId }) => ({ eventId: ids.encrypt("event", itemId) }),
  },
  "demo playlist songs changed": {
    area: "MUSIC_LIBRARY",
    act: "put-demo-songs-back",
    fields: ({ ids, itemId }) => ({ demoPlaylistId: ids.encrypt("demo", itemId) }),
  },
  "store assigned": moveStoresBack,
  "store unassigned": moveStoresBack,
  "user assigned": moveUsersBack,
  "user unassigned": moveUsersBack,
  ...Object.fromEntries(
    ruleChanges.map((change) => [`master rule ${change.toLowerCase()}`, putRulesBack]),
  ),
};

/**
 * Builds the form that undoes an entry's change with all its rows; undefined if it can no longer be
 * undone or the person may not.
 */
export function undoOf(
  entry: AuditEntry,
  isProviders: boolean,
  { ids, person }: PageContext,
): UndoForm | undefined {
  const offer = Object.hasOwn(offers, entry.action) ? offers[entry.action] : undefined;
  if (!offer || !entry.undoOf || !mayOpen(person, offer.area)) return undefined;
  const { act, fields = () => ({}) }: Pick<UndoOffer, "act"> & Pick<Offer, "fields"> = offer;
  const undoFields = fields({ entry, itemId: Number(entry.itemId), isProviders, ids });
  return (
    undoFields && { to: `/admin/undo/${act}`, fields: { ...undoFields, undoOf: entry.undoOf } }
  );
}

/** Finds the unit that a user was assigned to or removed from. */
function unitOf({
  entry: { before, after },
  ids,
}: UndoSubject): Record<string, string> | undefined {
  const [stateBefore, stateAfter] = [before, after] as Record<string, unknown>[];
  for (const kind of ["region", "zone", "group", "store"] as const) {
    const [wasIn, isIn] = [stateBefore, stateAfter].map(
      (state) => (state?.[`${kind}Ids`] ?? []) as number[],
    ) as [number[], number[]];
    const unit = isIn.find((id) => !wasIn.includes(id)) ?? wasIn.find((id) => !isIn.includes(id));
    if (unit !== undefined) return { [`${kind}Id`]: ids.encrypt(kind, unit) };
  }
  return undefined;
}
