import { data } from "@remix-run/node";
import { z } from "zod";
import * as field from "#contract/base/fields";
import { idOf } from "#contract/base/identifiers";
import { messages } from "#contract/base/messages";
import * as unitChanges from "#contract/hierarchy/unit-changes";
import type { NeighbourChoice } from "#contract/hierarchy/words";
import { constraintsOf, type readForm } from "~/lib/forms/forms.server";
import { foundOptions, loadLocations, wordsToFind } from "~/lib/locations/unit-choices.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { type Kind, kinds, labelOf } from "./paths";

/**
 * The form of one kind of unit: its name, the unit above it if any, how the stores of a group play,
 * and the version of a unit that already exists.
 */
export const unitForm = (kind: Kind) =>
  z.strictObject({
    name: unitChanges.RegionForm.shape.regionName,
    above: idOf(aboveOf[kind] ?? "region").optional(),
    neighbours: unitChanges.GroupForm.shape.neighbours,
    version: field.version.optional(),
  });
const aboveOf = { region: undefined, zone: "region", group: "zone" } as const;
/** Maps the platform's fields to those of the form. */
const fieldOf: Record<string, string> = {
  regionName: "name",
  zoneName: "name",
  groupName: "name",
  neighbours: "neighbours",
  regionId: "above",
  zoneId: "above",
};

const findUnit = {
  region: unitChanges.findRegion,
  zone: unitChanges.findZone,
  group: unitChanges.findGroup,
};
export const removeUnit = {
  region: unitChanges.removeRegion,
  zone: unitChanges.removeZone,
  group: unitChanges.removeGroup,
};

/**
 * Reads the kind of unit from the address, and the unit if it already exists. Throws 404 for an
 * unknown kind.
 */
export function readUnit(request: Request, { ids }: PageContext) {
  const members = new URL(request.url).searchParams;
  const kind = kinds.find((one) => one === members.get("kind"));
  if (!kind) throw Response.json({ message: messages.notFound }, { status: 404 });
  const ref = members.get("id");
  return {
    kind,
    id: ref ? ids.decrypt(kind, ref) : undefined,
    ref,
    above: members.get("above") ?? undefined,
  };
}

/** Loads a unit for the pages that change it. Throws 404 if the person cannot see it. */
export const describe = async ({ api }: PageContext, kind: Kind, id: number) =>
  (await load(() => api.call(findUnit[kind], { query: { id } }))).data;

/** The form of a new unit or of one that is there, with the places it may go to. */
export async function loadUnitForm(request: Request, pageContext: PageContext) {
  const { ids } = pageContext;
  const { kind, id, above } = readUnit(request, pageContext);
  const aboveKind = aboveOf[kind];
  const unit = id === undefined ? undefined : await describe(pageContext, kind, id);
  const aboveId =
    aboveKind && unit ? (aboveKind === "region" ? unit.regionId : unit.zoneId) : undefined;
  const storedAboveRef = aboveKind && aboveId ? ids.encrypt(aboveKind, aboveId) : undefined;
  // a unit that was dragged brings its new place in the address
  const aboveRef = unit && !unit.mayRemove ? storedAboveRef : (above ?? storedAboveRef);
  const title = unit
    ? `${kind === "region" || !unit.mayRemove ? "Rename" : "Rename or move"} ${unit.name}`
    : `Add ${kind}`;
  return {
    kind,
    title,
    isNew: !unit,
    name: unit?.name,
    above: aboveKind && { label: labelOf[aboveKind], mayMove: !unit || unit.mayRemove },
    places: await placesFor(pageContext, kind, aboveRef),
    constraints: constraintsOf(
      aboveKind ? unitForm(kind).required({ above: true }) : unitForm(kind),
    ),
    values: {
      name: unit?.name ?? "",
      above: aboveRef ?? "",
      neighbours: kind === "group" ? (unit?.neighbours ?? "SAME") : "",
      version: unit ? String(unit.version) : "",
    },
  };
}

/**
 * The places that a unit of a kind may go to: all that the person sees or, if there are very many,
 * those that match the search. The platform refuses places that are not theirs.
 */
const placesFor = async (
  pageContext: PageContext,
  kind: Kind,
  aboveRef: string | undefined,
  words?: string,
) => foundOptions(await allPlaces(pageContext, kind), [aboveRef], words);

async function allPlaces(pageContext: PageContext, kind: Kind) {
  if (kind === "region") return [];
  const { regions, zones } = await load(() => loadLocations(pageContext));
  const above = kind === "zone" ? regions : zones;
  return above.map(({ id, label }) => ({
    value: pageContext.ids.encrypt(kind === "zone" ? "region" : "zone", id),
    label,
  }));
}

type Form = Awaited<ReturnType<typeof readForm<ReturnType<typeof unitForm>>>>;

/**
 * Adds or changes the unit of the address, or looks for places for it; the form comes again with
 * the place chosen and those found.
 */
export async function saveUnit(request: Request, pageContext: PageContext, form: Form) {
  const { kind } = readUnit(request, pageContext);
  const placeSearch = wordsToFind(form.posted, kind === "group" ? "zones" : "regions");
  const attempt = placeSearch.isAsked
    ? { refused: form.refusedFor({}, 200) }
    : await trySaving(request, pageContext, form);
  if (!attempt.refused) return { saved: attempt.saved };
  const places = await placesFor(
    pageContext,
    kind,
    String(form.values.above ?? ""),
    placeSearch.words,
  );
  return { again: data({ ...attempt.refused.data, places }, attempt.refused.init ?? undefined) };
}

/** Saves the unit; puts the platform's errors on this form's fields. */
async function trySaving(request: Request, pageContext: PageContext, form: Form) {
  const { kind, id } = readUnit(request, pageContext);
  const { value } = form;
  if (!value) return { refused: form.refused() };
  const { name, above, neighbours, version } = value;
  if (kind !== "region" && above === undefined)
    return { refused: form.refusedFor({ above: [`Choose a ${aboveOf[kind]}.`] }) };
  const { reply, refused } = await form.submit(() =>
    send(pageContext, kind, { id, version, neighbours }, name, above ?? 0),
  );
  if (!refused) return { saved: { name, at: reply.data.id, kind, isNew: id === undefined } };
  const { errors = {} } = refused.data.fields;
  refused.data.fields.errors = Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [fieldOf[field] ?? "", texts]),
  );
  return { refused };
}

type Unit = {
  id: number | undefined;
  version: number | undefined;
  neighbours: NeighbourChoice | undefined;
};

function send(
  { api }: PageContext,
  kind: Kind,
  { id, version, neighbours }: Unit,
  name: string,
  above: number,
): Promise<{ data: { id: number } }> {
  if (kind === "region") {
    const body = { regionName: name };
    return id === undefined
      ? api.call(unitChanges.addRegion, { body })
      : api.call(unitChanges.changeRegion, { body: { id, version, ...body } });
  }
  if (kind === "zone") {
    const body = { zoneName: name, regionId: above };
    return id === undefined
      ? api.call(unitChanges.addZone, { body })
      : api.call(unitChanges.changeZone, { body: { id, version, ...body } });
  }
  const body = { groupName: name, zoneId: above, neighbours };
  return id === undefined
    ? api.call(unitChanges.addGroup, { body })
    : api.call(unitChanges.changeGroup, { body: { id, version, ...body } });
}

/**
 * Finds where the tree must open to show a saved unit: after a move it is not where the address
 * says.
 */
export async function openAt(pageContext: PageContext, kind: Kind, id: number) {
  const { ids } = pageContext;
  const { regionId, zoneId } = await describe(pageContext, kind, id);
  return {
    region:
      kind === "region"
        ? ids.encrypt("region", id)
        : regionId
          ? ids.encrypt("region", regionId)
          : undefined,
    zone:
      kind === "zone" ? ids.encrypt("zone", id) : zoneId ? ids.encrypt("zone", zoneId) : undefined,
    group: kind === "group" ? ids.encrypt("group", id) : undefined,
  };
}
