import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { dateIn } from "#contract/base/dates";
import { locationPath } from "#contract/base/location-path";
import { timeZones } from "#contract/base/time-zones";
import { changeStore, findStore, type StoreDetail } from "#contract/stores/endpoints";
import { type StoreSection, storeSections } from "#contract/stores/form";
import { constraintsOf, type FormResult, readForm } from "~/lib/forms/forms.server";
import { loadPlaces } from "~/lib/locations/places.server";
import {
  foundOptions,
  groupOptions,
  loadLocations,
  wordsToFind,
} from "~/lib/locations/unit-choices.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { countExceptions, editHours, hoursValues } from "./hours-lines";
import { storePath } from "./paths";

/** Reads the section in the address, by default Place. Throws 404 for an unknown one. */
function sectionOf(request: Request): StoreSection {
  const sectionName = new URL(request.url).searchParams.get("section") ?? "place";
  const section = (["place", "hours", "device", "sound"] as const).find(
    (one) => one === sectionName,
  );
  if (!section) throw new Response(null, { status: 404 });
  return section;
}

/** Loads a section of a store with its form. */
export async function loadStoreEdit(
  { request, params, context }: LoaderFunctionArgs,
  pageContext: PageContext,
) {
  const { api, ids } = pageContext;
  const section = sectionOf(request);
  const id = ids.decrypt("store", params.id);
  const { data: store } = await load(() => api.call(findStore, { query: { id } }));
  const values = storeValues(store, section, (groupId) => ids.encrypt("group", groupId));
  const [groups, places] = await load(() =>
    Promise.all([
      groupChoices(pageContext, store, values.groupId),
      loadPlaces(context, api, store.country),
    ]),
  );
  return {
    ref: ids.encrypt("store", id),
    name: store.storeName,
    section,
    constraints: constraintsOf(storeSections[section]),
    values: { ...values, version: String(store.version) },
    dates: countExceptions(values),
    groups,
    places,
    zones: timeZones.includes(store.timeZone) ? [...timeZones] : [store.timeZone, ...timeZones],
  };
}

/** Lists the groups to choose from. People who may not see the store's own group can keep it. */
async function groupChoices(
  pageContext: PageContext,
  { groupId, regionName, zoneName, groupName }: StoreDetail,
  groupRef: string | undefined,
  words?: string,
) {
  const options = groupOptions(await loadLocations(pageContext), pageContext.ids);
  const ownRef = groupId === null ? undefined : pageContext.ids.encrypt("group", groupId);
  const path = locationPath(regionName, zoneName, groupName);
  const isListed = ownRef === undefined || options.some(({ value }) => value === ownRef);
  return foundOptions(
    isListed ? options : [{ value: ownRef, label: path || "Its group" }, ...options],
    [groupRef],
    words,
  );
}

/** Turns a store into the fields of a section. */
export function storeValues(
  store: StoreDetail,
  section: StoreSection,
  encryptGroup: (id: number) => string,
): Record<string, string> {
  const text = <N extends keyof StoreDetail>(...names: N[]) =>
    Object.fromEntries(
      names.flatMap((name) => (store[name] === null ? [] : [[name, String(store[name])]])),
    );
  switch (section) {
    case "place":
      return {
        ...text(
          "storeCode",
          "storeName",
          "timeZone",
          "country",
          "addressLine",
          "city",
          "state",
          "postalCode",
        ),
        ...text("contactName", "email", "phoneCountryCode", "phone"),
        ...(store.groupId !== null && { groupId: encryptGroup(store.groupId) }),
      };
    case "hours": {
      const today = dateIn(store.timeZone, new Date());
      return hoursValues(
        store.week,
        store.exceptions.filter(({ day }) => day >= today),
      );
    }
    case "device":
      return text("deviceKind", "deviceSerial");
    case "sound":
      return {
        ...text("licenceName", "licenceNumber", "licenceFrom", "licenceTo"),
        volume: String(store.setVolume),
      };
  }
}

/**
 * Saves a section. A button of its lines, or a search for groups, changes the form without
 * saving.
 */
export async function saveStoreSection(
  { request, params, context }: ActionFunctionArgs,
  pageContext: PageContext,
) {
  const section = sectionOf(request);
  const id = pageContext.ids.decrypt("store", params.id);
  const edit = (await request.clone().formData()).get("_do");
  const form = await readForm(request, storeSections[section], pageContext);
  const { value } = form;
  const groupSearch = wordsToFind(form.posted, "groups");
  /** Answers the form again, with the chosen group and those that match the search. */
  const showAgain = async ({ data: result, init }: ReturnType<typeof form.refused>) => {
    if (section !== "place") return data({ ...result, groups: null }, init ?? undefined);
    const { data: store } = await load(() => pageContext.api.call(findStore, { query: { id } }));
    const groups = await load(() =>
      groupChoices(pageContext, store, String(form.values.groupId ?? ""), groupSearch.words),
    );
    return data({ ...result, groups }, init ?? undefined);
  };
  if (groupSearch.isAsked) return showAgain(form.refusedFor({}, 200));
  if (section === "hours" && typeof edit === "string") {
    const values = editHours(form.values, edit);
    return data<FormResult & { drawn?: number }>({
      form: "form",
      fields: { values },
      drawn: Date.now(),
    });
  }
  if (!value) return showAgain(form.refused());
  const body = { ...value, section, id } as Parameters<
    typeof pageContext.api.call<typeof changeStore>
  >[1]["body"];
  const { reply, refused } = await form.submit(() => pageContext.api.call(changeStore, { body }));
  if (refused) return showAgain(refused);
  context.session.flash("success", `${reply.data.storeName} saved`);
  return redirect(storePath(params.id ?? ""));
}
