import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { showInstant } from "#contract/base/dates";
import { roleLabels } from "#contract/base/roles";
import {
  addressLines,
  changeReceived,
  changeRecipients,
  findRecipients,
  listReceived,
  RecipientsForm,
} from "#contract/reports/recipients";
import {
  type Outcome,
  outcomeLabels,
  recipientRoles,
  scheduleLimits,
} from "#contract/reports/words";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { wordsToFind } from "~/lib/locations/unit-choices.server";
import { findTimeZone } from "~/lib/session/company.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import type { Tone } from "~/ui/frame/pill";
import { schedulePath } from "./paths";
import { recipientTexts as texts } from "./recipient-texts";
import { findOwnSchedule, idOfAddress, outcomeTones } from "./schedules.server";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

const fetchRecipients = async ({ api }: PageContext, id: number, search?: string) =>
  (await load(() => api.call(findRecipients, { params: { id }, query: { search } }))).data;

/** Loads a schedule's recipients besides its owner, with the last run of each. */
export async function loadRecipients(args: Args, pageContext: PageContext) {
  const [recipients, timeZone] = await Promise.all([
    fetchRecipients(pageContext, idOfAddress(args, pageContext)),
    findTimeZone(args.context, pageContext),
  ]);
  const { people, addresses, isOutsideAllowed } = recipients;
  const lastOf = ({ lastOutcome, lastAt, lastDetail }: LastRun) => ({
    last: lastOutcome && {
      words: outcomeLabels[lastOutcome],
      tone: outcomeTones[lastOutcome],
      at: lastAt && showInstant(new Date(lastAt), timeZone),
    },
    detail: lastDetail,
  });
  return {
    hasForbidden: addresses.length > 0 && !isOutsideAllowed,
    rows: [
      ...people.map(({ username, name, isChosen, state, ...run }) => ({
        key: username,
        name,
        more: isChosen ? null : texts.byRole,
        state: state === "active" ? null : stateWords[state],
        withdraw: null,
        ...lastOf(run),
      })),
      ...addresses.map(({ address, openLinks, ...run }) => ({
        key: address,
        name: address,
        more: openLinks > 0 ? texts.links(openLinks) : null,
        state: null,
        withdraw: openLinks > 0 ? address : null,
        ...lastOf(run),
      })),
    ],
  };
}

type LastRun = { lastOutcome: Outcome | null; lastAt: string | null; lastDetail: string | null };
const stateWords: Record<"stopped" | "inactive", { words: string; tone: Tone }> = {
  stopped: { words: texts.stopped, tone: "warn" },
  inactive: { words: texts.inactive, tone: "idle" },
};

/** Loads the form of a schedule's recipients. Throws 404 if it is not the person's own. */
export async function loadRecipientsForm(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { id, name } = await findOwnSchedule(args, pageContext);
  const recipients = await fetchRecipients(pageContext, id);
  const { roles, people, addresses } = recipients;
  return {
    name,
    path: schedulePath(String(args.params.id)),
    constraints: constraintsOf(RecipientsForm),
    values: {
      userIds: people.flatMap(({ isChosen, userId }) =>
        isChosen ? [pageContext.ids.encrypt("user", userId)] : [],
      ),
      roles,
      addresses: addresses.map(({ address }) => address).join("\n"),
    },
    choices: choicesOf(recipients, pageContext, ""),
  };
}

type Answer = Awaited<ReturnType<typeof fetchRecipients>>;

/** The form's choices; `users` is null for those who may not choose people by name. */
function choicesOf(
  { people, users, hasMoreUsers, isOutsideAllowed, addresses }: Answer,
  { ids }: PageContext,
  words: string,
) {
  const chosen = people.flatMap(({ isChosen, userId: id, name, username }) =>
    isChosen ? [{ id, name, username }] : [],
  );
  const others = users.filter(({ id }) => !chosen.some((one) => one.id === id));
  const options = [...chosen, ...others].map(({ id, name, username }) => ({
    value: ids.encrypt("user", id),
    label: `${name} (${username})`,
  }));
  const find = hasMoreUsers || words ? { words, listed: others.length, more: hasMoreUsers } : null;
  return {
    users: options.length > 0 || find ? { options, find } : null,
    roles: recipientRoles.map((value) => ({ value, label: roleLabels[value] })),
    isOutsideAllowed,
    hasOutside: isOutsideAllowed || addresses.length > 0,
    mostAddresses: scheduleLimits.addresses,
  };
}

/** Saves a schedule's recipients, or searches users for the form; leads back to the schedule. */
export async function saveRecipients(args: ActionFunctionArgs, pageContext: PageContext) {
  const { api, ids } = pageContext;
  const id = idOfAddress(args, pageContext);
  const form = await readForm(args.request, RecipientsForm, { ids });
  const { words, isAsked } = wordsToFind(form.posted, "users");
  const showAgain = async (refused: ReturnType<typeof form.refused>) => {
    const choices = choicesOf(
      await fetchRecipients(pageContext, id, words || undefined),
      pageContext,
      words,
    );
    return data({ ...refused.data, choices }, refused.init ?? undefined);
  };
  if (isAsked) return showAgain(form.refusedFor({}, 200));
  const { value } = form;
  if (!value) return showAgain(form.refused());
  const body = { ...value, addresses: addressLines(value.addresses) };
  const { reply, refused } = await form.submit(
    () => api.call(changeRecipients, { params: { id }, query: {}, body }),
    { rename: (field) => field.replace(/^addresses\W.*/, "addresses") },
  );
  if (refused) return showAgain(refused);
  args.context.session.flash("success", reply.message);
  return redirect(schedulePath(String(args.params.id)));
}

/** Loads the reports that others send the person. */
export async function loadReceived(pageContext: PageContext, timeZone: string) {
  const { data: received } = await load(() => pageContext.api.call(listReceived, { query: {} }));
  return received.map(({ id, lastAt, ...row }) => ({
    ...row,
    ref: pageContext.ids.encrypt("report-schedule", id),
    last: lastAt && showInstant(new Date(lastAt), timeZone),
  }));
}

/** Stops or resumes the emails of a schedule that another person sends; leads back to `path`. */
export async function saveReceived(
  args: ActionFunctionArgs,
  pageContext: PageContext,
  { id, form, path }: { id: number; form: ReceivedForm; path: string },
) {
  const receives = form.posted.get("_do") === "receive";
  const { reply, refused } = await form.submit(() =>
    pageContext.api.call(changeReceived, { params: { id }, query: {}, body: { receives } }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(path);
}
export type ReceivedForm = Awaited<ReturnType<typeof readForm>>;
