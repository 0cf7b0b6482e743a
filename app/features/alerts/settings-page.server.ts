import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import {
  AlertSettings,
  alertSettingFields,
  changeAlertSettings,
  findAlertSettings,
  type LocationAlertSettings,
  listAlertSettingUnits,
} from "#contract/alerts/settings";
import { alertSwitches } from "#contract/alerts/words";
import { search, version } from "#contract/base/fields";
import { unitFilters } from "#contract/base/identifiers";
import { memberNames, recordOf } from "#contract/base/records";
import { ruleLevelLabels } from "#contract/schedule/words";
import { constraintsOf, readForm, readQuery } from "~/lib/forms/forms.server";
import { theDefault } from "~/lib/locations/inherited-words";
import { isSameUnit, unitMembers, unitsAsTree } from "~/lib/locations/units-as-tree";
import { load, type PageContext } from "~/lib/session/guard.server";
import { withMember, withMembers } from "~/ui/frame/address";
import { alertSettingsPath } from "./paths";
import { alertSettingsTexts } from "./texts";

const Address = z.object({ ...unitFilters, find: search.optional() });
const switches = memberNames(alertSwitches);

/** Reads the form: each switch is "yes" or "no", or absent if the location inherits it. */
const choice = z.enum(["yes", "no"]).optional();
const Posted = AlertSettings.extend({
  ...recordOf(switches, () => choice),
  version: version.optional(),
});

export async function loadSettingsPage(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { api, ids } = pageContext;
  const { find, ...query } = readQuery(args.request, Address, { ids });
  const [{ data: units }, { data: settings }] = await load(() =>
    Promise.all([
      api.call(listAlertSettingUnits, { query: { groupId: query.groupId } }),
      api.call(findAlertSettings, { query }),
    ]),
  );
  const { unit } = settings;
  const addressOf = (one: Parameters<typeof unitMembers>[1]) =>
    withMembers(alertSettingsPath, unitMembers(ids, one));
  return {
    unit: { name: unit.name, level: unit.level, mayChange: unit.mayChange },
    units: unitsAsTree(units, { current: unit, find }, (one) => ({
      name: one.name,
      level: one.level,
      to: withMember(addressOf(one), "find", find),
      current: isSameUnit(one, unit),
      own: one.own,
    })),
    find,
    to: addressOf(unit),
    values: formValues(settings),
    // each field says what applies if it is empty, so a mark "optional" would repeat it
    constraints: Object.fromEntries(
      Object.entries(constraintsOf(Posted)).map(([name, { required: _, ...constraint }]) => [
        name,
        constraint,
      ]),
    ),
    /** Names the values that apply if the location sets none, with their sources. */
    inherited: sourcesOf(settings.inherited),
    holding: sourcesOf(settings.values),
  };
}
export type SettingsPage = Awaited<ReturnType<typeof loadSettingsPage>>;

export async function saveSettings(args: ActionFunctionArgs, { api, ids }: PageContext) {
  const form = await readForm(args.request, Posted, { ids });
  const { value } = form;
  if (!value) return form.refused();
  const { find: _, ...unit } = readQuery(args.request, Address, { ids });
  const switchValues = recordOf(
    switches,
    (name) => ({ yes: true, no: false, inherit: null })[value[name] ?? "inherit"],
  );
  const body = { ...value, ...switchValues, ...unit };
  const { refused } = await form.submit(() => api.call(changeAlertSettings, { body }));
  if (refused) return refused;
  args.context.session.flash("success", alertSettingsTexts.saved);
  const { pathname, search: members } = new URL(args.request.url);
  return redirect(pathname.replace(/\.data$/, "") + members);
}

const wordOf = (value: string | number | boolean) =>
  typeof value === "boolean" ? (value ? "yes" : "no") : String(value);

function formValues({ own, version: ofOwn }: LocationAlertSettings): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [field, value] of Object.entries(own))
    if (value !== null) values[field] = wordOf(value);
  return { ...values, ...(ofOwn !== null && { version: String(ofOwn) }) };
}

type Values = LocationAlertSettings["values"];

const sourcesOf = (values: Values) =>
  Object.fromEntries(
    alertSettingFields.map((name) => {
      const { value, source } = values[name];
      return [
        name,
        {
          value: wordOf(value),
          from: source
            ? `${source.name} (${ruleLevelLabels[source.level].toLowerCase()})`
            : theDefault,
        },
      ];
    }),
  );
