import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { dateIn } from "#contract/dates";
import { groupsForMe } from "#contract/hierarchy";
import { type StoreSection, storeSections } from "#contract/store-form";
import { changeStore, findStore, type StoreDetail } from "#contract/stores";
import { timeZones } from "#contract/time-zones";
import { constraintsOf, type FormResult, readForm } from "~/lib/forms.server";
import { type Guarded, load } from "~/lib/guard.server";
import { loadPlaces } from "~/lib/places.server";
import { countExceptions, editHours, hoursValues } from "./hours-lines";

const options = ({ ids }: Guarded) => ({ ids: { kinds: { groupId: "group" } as const, identifiers: ids } });

/** The section that the address names; Place without one. Throws 404 for what is none. */
function sectionOf(request: Request): StoreSection {
  const asked = new URL(request.url).searchParams.get("section") ?? "place";
  const section = (["place", "hours", "device", "sound"] as const).find((one) => one === asked);
  if (!section) throw data(null, { status: 404 });
  return section;
}

/** A section of a store as its form shows it. */
export async function loadStoreEdit({ request, params, context }: LoaderFunctionArgs, guarded: Guarded) {
  const { api, ids } = guarded;
  const section = sectionOf(request);
  const id = ids.decrypt("store", params.id);
  const [{ data: store }, { data: groups }] = await load(() =>
    Promise.all([api.call(findStore, { query: { id } }), api.call(groupsForMe, {})]),
  );
  const values = valuesOf(store, section, (groupId) => ids.encrypt("group", groupId));
  return {
    ref: ids.encrypt("store", id),
    name: store.storeName,
    section,
    constraints: constraintsOf(storeSections[section]),
    values: { ...values, version: String(store.version) },
    dates: countExceptions(values),
    places: await load(() => loadPlaces(context, api, store.country)),
    groups: choicesOf(store, groups).map((group) => ({ value: ids.encrypt("group", group.id), label: group.groupName })),
    zones: timeZones.includes(store.timeZone) ? [...timeZones] : [store.timeZone, ...timeZones],
  };
}

/** Who sees a store and not its group keeps the group by leaving it. */
function choicesOf({ groupId, groupName }: StoreDetail, groups: { id: number; groupName: string }[]) {
  const isKnown = groupId === null || groups.some(({ id }) => id === groupId);
  return isKnown ? groups : [{ id: groupId, groupName: groupName ?? "Its group" }, ...groups];
}

function valuesOf(store: StoreDetail, section: StoreSection, encryptGroup: (id: number) => string): Record<string, string> {
  const text = <N extends keyof StoreDetail>(...names: N[]) =>
    Object.fromEntries(names.flatMap((name) => (store[name] === null ? [] : [[name, String(store[name])]])));
  switch (section) {
    case "place":
      return {
        ...text("code", "storeName", "timeZone", "country", "addressLine", "city", "state", "postalCode"),
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
      return { ...text("licenceName", "licenceNumber", "licenceFrom", "licenceTo"), volume: String(store.setVolume) };
  }
}

/** Saves a section, or does to its lines what one of their buttons says, without saving. */
export async function saveStoreSection({ request, params, context }: ActionFunctionArgs, guarded: Guarded) {
  const section = sectionOf(request);
  const id = guarded.ids.decrypt("store", params.id);
  const edit = (await request.clone().formData()).get("_do");
  const form = await readForm(request, storeSections[section], options(guarded));
  const { value } = form;
  if (section === "hours" && typeof edit === "string") {
    const values = editHours(form.values, edit);
    return data<FormResult & { drawn?: number }>({ form: "form", fields: { values }, drawn: Date.now() });
  }
  if (!value) return form.refused();
  const body = { ...value, section, id } as Parameters<typeof guarded.api.call<typeof changeStore>>[1]["body"];
  const { done, refused } = await form.submit(() => guarded.api.call(changeStore, { body }));
  if (refused) return refused;
  context.session.flash("success", `${done.data.storeName} saved`);
  return redirect(`/admin/stores/${params.id}`);
}
