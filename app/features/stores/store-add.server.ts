import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { z } from "zod";
import { recordOf } from "#contract/base/records";
import { timeZones } from "#contract/base/time-zones";
import { optimumVolume } from "#contract/companies/endpoints";
import { dropDraft, type FormDraft, findDraft, keepDraft } from "#contract/drafts/endpoints";
import { addStore, uniqueStore } from "#contract/stores/endpoints";
import {
  DeviceStep,
  HoursSection,
  PlaceSection,
  SoundSection,
  StoreForm,
} from "#contract/stores/form";
import { generatedUsername } from "#contract/users/generated-username";
import { adminPath } from "~/features/dashboard/paths";
import { ApiRefusal } from "~/lib/api/refusals.server";
import { constraintsOf, type FormResult, readForm } from "~/lib/forms/forms.server";
import { loadPlaces } from "~/lib/locations/places.server";
import {
  cleanWords,
  foundOptions,
  groupOptions,
  loadLocations,
  wordsToFind,
} from "~/lib/locations/unit-choices.server";
import { findCompanies, zoneOf } from "~/lib/session/company.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { homePath } from "~/lib/session/home";
import { withMembers } from "~/ui/frame/address";
import { type AddStep, addSteps, stepOf } from "./add-steps";
import { countExceptions, editHours, hoursValues } from "./hours-lines";
import { addStepPath, startOverPath, storeAddPath, storePath, storesPath } from "./paths";
import { wholeDraft } from "./store-summary";
import { storeFormTexts } from "./texts";

type Values = FormDraft["values"][string];
type Part = Exclude<AddStep, "check">;

export const draftName = { form: "store/add" };
const sections: Record<Part, z.ZodObject> = {
  place: PlaceSection,
  hours: HoursSection,
  device: DeviceStep,
  sound: SoundSection,
};
const parts = addSteps.filter((step) => step !== "check");

/**
 * Loads a step of adding a store with its stored entries; the server keeps them until the store is
 * added.
 */
export async function loadAddStep(
  { params, request, context }: LoaderFunctionArgs,
  pageContext: PageContext,
) {
  const { api, ids, user } = pageContext;
  const step = knownStep(params.step);
  const [draft, locations, { company }, level] = await load(() =>
    Promise.all([
      api.call(findDraft, { query: draftName }),
      loadLocations(pageContext),
      findCompanies(context, pageContext),
      api.call(optimumVolume, {}),
    ]),
  );
  const draftValues = draft.data?.values ?? {};
  const storeName = String(draftValues.place?.storeName ?? "");
  const usual: Record<Part, Values> = {
    place: { timeZone: zoneOf(company), country: "IN" },
    hours: hoursValues(
      [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, opens: 600, closes: 1320 })),
    ),
    device: storeName
      ? { deviceKind: "browser", username: generatedUsername(storeName, Date.now()) }
      : {},
    sound: { volume: String(level.data.optimumVolume) },
  };
  if (step === "check")
    for (const part of parts) {
      const values = draftValues[part];
      if (
        !values ||
        (await readFields(fieldsOf(values), sections[part], pageContext)).value === undefined
      )
        throw redirect(addStepPath(part));
    }
  const choices = {
    groups: foundOptions(
      groupOptions(locations, ids),
      [draftValues.place?.groupId].flat(),
      cleanWords(new URL(request.url).searchParams.get("find") ?? ""),
    ),
    zones: [...timeZones],
    places: await load(() => loadPlaces(context, api, String(draftValues.place?.country ?? "IN"))),
  };
  const values: Record<Part, Values> = recordOf(parts, (part) => draftValues[part] ?? usual[part]);
  return {
    step,
    values,
    constraints: Object.fromEntries(parts.map((part) => [part, constraintsOf(sections[part])])),
    dates: countExceptions(values.hours),
    /** Changes with the stored entries, so that a form of lines is drawn again. */
    keptAt: draft.data?.updatedAt ?? null,
    ...choices,
    summary: step === "check" ? wholeDraft(values, choices.groups.options) : [],
    username: String(values.device.username ?? ""),
    onboarding: homePath(user) === storeAddPath,
  };
}

const knownStep = (param: string | undefined): AddStep => {
  const step = stepOf(param);
  if (!step) throw new Response(null, { status: 404 });
  return step;
};

/** Checks stored or combined fields in the same way as a posted form. */
const readFields = <S extends z.ZodType>(
  fields: URLSearchParams,
  schema: S,
  { ids }: PageContext,
) =>
  readForm(new Request("http://form.invalid", { method: "POST", body: fields }), schema, { ids });

function fieldsOf(...parts: Values[]): URLSearchParams {
  const fields = new URLSearchParams();
  for (const values of parts)
    for (const [name, typed] of Object.entries(values))
      for (const value of [typed].flat()) fields.append(name, value);
  return fields;
}

/**
 * Stores a step and goes on, or to where the button says; the last step adds the store. Errors are
 * shown on the step that it is about.
 */
export async function actOnAddStep(args: ActionFunctionArgs, pageContext: PageContext) {
  const { api } = pageContext;
  const step = knownStep(args.params.step);
  const posted = await args.request.clone().formData();
  const edit = posted.get("_do");
  const to = addSteps.find((one) => one === posted.get("_to"));
  const over = edit === "over" ? startOverPath(step) : undefined;
  if (step === "check")
    return over
      ? redirect(over)
      : to
        ? redirect(addStepPath(to))
        : addWhole(args, pageContext, posted);
  const form = await readForm(args.request, sections[step], pageContext);
  const values =
    step === "hours" && typeof edit === "string" ? editHours(form.values, edit) : form.values;
  const keep = () => api.call(keepDraft, { query: draftName, body: { part: step, values } });
  const groupSearch = wordsToFind(posted, "groups");
  if (to || edit || groupSearch.isAsked) {
    const { refused } = await form.submit(keep);
    return refused
      ? shownAt(step, refused)
      : redirect(
          over ??
            withMembers(addStepPath(to ?? step), { find: to ? undefined : groupSearch.words }),
        );
  }
  if (!form.value) {
    // the form already reports a value that cannot be stored (a NUL)
    await keep().catch((error: unknown) => {
      if (!(error instanceof ApiRefusal)) throw error;
    });
    return shownAt(step, form.refused());
  }
  const { refused } = await form.submit(keep);
  if (refused) return shownAt(step, refused);
  if (step === "place") {
    const storeCode = String(form.value.storeCode);
    const codeCheck = await form.submit(() => api.call(uniqueStore, { query: { storeCode } }));
    if (codeCheck.refused) return shownAt(step, codeCheck.refused);
    if (!codeCheck.reply.data.unique)
      return shownAt(step, form.refusedFor({ storeCode: [storeFormTexts.codeTaken] }));
  }
  return redirect(addStepPath(addSteps[addSteps.indexOf(step) + 1] ?? "check"));
}

async function addWhole(
  { context }: ActionFunctionArgs,
  pageContext: PageContext,
  posted: FormData,
) {
  const { api, ids, user } = pageContext;
  const draft = await load(() => api.call(findDraft, { query: draftName }));
  const draftValues = draft.data?.values ?? {};
  if (!draft.data) return redirect(storesPath); // pressed twice: already added
  const unfinished = parts.find((part) => !draftValues[part]);
  if (unfinished) return redirect(addStepPath(unfinished));
  const fields = fieldsOf(...parts.map((part) => draftValues[part] ?? {}));
  for (const name of ["password", "_form"])
    for (const value of posted.getAll(name)) fields.append(name, String(value));
  const form = await readFields(fields, StoreForm, pageContext);
  const { value } = form;
  if (!value) return atItsStep(form.refused(), draftValues);
  const { reply, refused } = await form.submit(() => api.call(addStore, { body: value }));
  if (refused) return atItsStep(refused, draftValues);
  await load(() => api.call(dropDraft, { query: draftName }));
  context.session.flash("success", `${reply.data.storeName} added`);
  return redirect(
    homePath(user) === storeAddPath ? adminPath : storePath(ids.encrypt("store", reply.data.id)),
  );
}

type RefusedForm = ReturnType<typeof data<FormResult>>;

const shownAt = (step: AddStep, { data: result, init }: RefusedForm) =>
  data<FormResult & { step: AddStep }>({ ...result, step }, init ?? {});

/** Shows a refusal on the step of its first error, with that step's values. */
function atItsStep(refusal: RefusedForm, draftValues: FormDraft["values"]) {
  const result = refusal.data;
  const all = Object.entries(result.fields.errors ?? {});
  const partOf = (name: string) =>
    parts.find((part) => (name.split(/[[.]/)[0] ?? "") in sections[part].shape);
  const step = all.map(([name]) => partOf(name)).find((part) => part !== undefined);
  if (!step) return shownAt("check", refusal);
  const errors = Object.fromEntries(all.filter(([name]) => partOf(name) === step));
  return shownAt(step, {
    ...refusal,
    data: { ...result, fields: { errors, values: draftValues[step] ?? {} } },
  });
}
