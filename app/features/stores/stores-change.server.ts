import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type BulkSection, bulkSections, changeStores } from "#contract/stores/bulk-change";
import { findStore } from "#contract/stores/endpoints";
import { constraintsOf, type FormResult, readForm } from "~/lib/forms/forms.server";
import { countInWords, namesInWords } from "~/lib/lists/names-in-words";
import {
  foundOptions,
  groupOptions,
  loadLocations,
  wordsToFind,
} from "~/lib/locations/unit-choices.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { chosenStores, listBehind } from "./chosen-stores.server";
import { editHours, hoursValues } from "./hours-lines";

/** Reads the section in the address, by default Group. Throws 404 for an unknown one. */
function sectionOf(request: Request): BulkSection {
  const name = new URL(request.url).searchParams.get("section") ?? "group";
  const section = (["group", "volume", "hours"] as const).find((one) => one === name);
  if (!section) throw new Response(null, { status: 404 });
  return section;
}

/**
 * Loads the stores to change, with the form of the new values. Hours start as those of the first
 * store.
 */
export async function loadStoresChange(args: LoaderFunctionArgs, pageContext: PageContext) {
  const section = sectionOf(args.request);
  const { count, some } = await chosenStores(args, pageContext);
  const [first] = some;
  const week =
    section === "hours" && first
      ? (await load(() => pageContext.api.call(findStore, { query: { id: first.id } }))).data.week
      : undefined;
  const { pathname, search } = new URL(args.request.url);
  return {
    section,
    here: pathname.replace(/\.data$/, "") + search,
    backTo: listBehind(args.request),
    stores: countInWords(pageContext.figures, count, "store"),
    names: namesInWords(
      pageContext.figures,
      some.map(({ name }) => name),
      count,
    ),
    firstName: first?.name,
    constraints: constraintsOf(bulkSections[section]),
    values: week ? hoursValues(week) : {},
    groups: section === "group" ? await groupChoices(pageContext) : null,
  };
}

const groupChoices = async (pageContext: PageContext, chosen?: string, words?: string) =>
  foundOptions(
    groupOptions(await load(() => loadLocations(pageContext)), pageContext.ids),
    [chosen],
    words,
  );

/**
 * Changes the stores. A button of the hours, or a search for groups, changes the form without
 * changing stores.
 */
export async function saveStoresChange(args: ActionFunctionArgs, pageContext: PageContext) {
  const section = sectionOf(args.request);
  const { which } = await chosenStores(args, pageContext);
  const form = await readForm(args.request, bulkSections[section], pageContext);
  const groupSearch = wordsToFind(form.posted, "groups");
  const showAgain = async ({ data: result, init }: ReturnType<typeof form.refused>) => {
    const groups =
      section === "group"
        ? await groupChoices(pageContext, String(form.values.groupId ?? ""), groupSearch.words)
        : null;
    return data({ ...result, groups }, init ?? undefined);
  };
  if (groupSearch.isAsked) return showAgain(form.refusedFor({}, 200));
  const edit = form.posted.get("_do");
  if (section === "hours" && typeof edit === "string")
    return data<FormResult & { drawn?: number }>({
      form: "form",
      fields: { values: editHours(form.values, edit) },
      drawn: Date.now(),
    });
  const { value } = form;
  if (!value) return showAgain(form.refused());
  const { reply, refused } = await form.submit(() =>
    pageContext.api.call(changeStores, { body: { ...value, ...which } }),
  );
  if (refused) return showAgain(refused);
  args.context.session.flash("success", reply.message);
  return redirect(listBehind(args.request));
}
