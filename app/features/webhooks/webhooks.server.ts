import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { showInstant } from "#contract/base/dates";
import { idOf } from "#contract/base/identifiers";
import { mayOpen } from "#contract/base/roles";
import {
  addWebhook,
  changeWebhook,
  DeliveryQuery,
  type DeliveryRow,
  findWebhook,
  listDeliveries,
  listWebhooks,
  NewWebhook,
  removeWebhook,
  resendDelivery,
  testWebhook,
  WebhookForm,
  type WebhookRow,
} from "#contract/webhooks/endpoints";
import {
  type DeliveryState,
  deliveryStateLabels,
  webhookEventKinds,
  webhookEventLabels,
} from "#contract/webhooks/words";
import { withNames } from "~/lib/audit/people.server";
import { confirmations } from "~/lib/forms/confirmation.server";
import { constraintsOf, readForm, readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import { findTimeZone } from "~/lib/session/company.server";
import { load, type PageContext, requireArea, requireUser } from "~/lib/session/guard.server";
import type { Tone } from "~/ui/frame/pill";
import { webhookPath, webhooksPath } from "./paths";
import { webhookTexts } from "./texts";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** Guards the webhooks' pages for people with COMPANIES or COMPANIESEDIT, in the chosen company. */
export async function requireWebhooks(args: Args): Promise<PageContext> {
  const { person } = await requireUser(args);
  return requireArea(args, mayOpen(person, "COMPANIES") ? "COMPANIES" : "COMPANIESEDIT");
}

const tones: Record<DeliveryState, Tone> = { waiting: "warn", delivered: "ok", failed: "bad" };

/** Gives a function that formats instants in the company's time zone. */
async function clockHere({ context }: Args, pageContext: PageContext) {
  const timeZone = await findTimeZone(context, pageContext);
  return (instant: string) => showInstant(new Date(instant), timeZone);
}
type ShowTime = Awaited<ReturnType<typeof clockHere>>;

export async function loadWebhooks(args: LoaderFunctionArgs, pageContext: PageContext) {
  const [{ data: rows }, at] = await load(() =>
    Promise.all([pageContext.api.call(listWebhooks, {}), clockHere(args, pageContext)]),
  );
  return { rows: rows.map((row) => shownWebhook(row, pageContext, at)) };
}

function shownWebhook(row: WebhookRow, { ids }: Pick<PageContext, "ids">, at: ShowTime) {
  const { id, name, url, events, state, pausedBecause, failingSince, overlapUntil, lastDelivery } =
    row;
  return {
    path: webhookPath(ids.encrypt("webhook", id)),
    name,
    url,
    pausedBecause,
    isPaused: state === "paused",
    events: events.map((event) => webhookEventLabels[event]).join(", "),
    state: stateOf(row),
    failing: failingSince && webhookTexts.failing(at(failingSince)),
    overlap: overlapUntil && webhookTexts.overlap(at(overlapUntil)),
    last: lastDelivery && {
      at: at(lastDelivery.at),
      words: deliveryStateLabels[lastDelivery.state],
      tone: tones[lastDelivery.state],
    },
  };
}

function stateOf({ state, failingSince }: WebhookRow): { words: string; tone: Tone } {
  if (state === "paused") return { words: "Paused", tone: "warn" };
  return failingSince ? { words: "Failing", tone: "bad" } : { words: "Active", tone: "ok" };
}

const eventChoices = webhookEventKinds.map((kind): { value: string; label: string } => ({
  value: kind,
  label: webhookEventLabels[kind],
}));
const constraints = () => ({ ...constraintsOf(NewWebhook), events: { required: true } });

export function loadNewWebhook() {
  return { constraints: constraints(), values: {}, eventChoices };
}

/** Shows a new secret in the answer itself, so that it passes through no cookie and no address. */
export async function createWebhook(args: ActionFunctionArgs, pageContext: PageContext) {
  const form = await readForm(args.request, NewWebhook);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    pageContext.api.call(addWebhook, { body: value }),
  );
  if (refused) return refused;
  const { id, name, secret } = reply.data;
  return data({
    created: { name, secret, path: webhookPath(pageContext.ids.encrypt("webhook", id)) },
  });
}

const idOfAddress = ({ params }: Args, { ids }: PageContext) =>
  ids.decrypt("webhook", params.id ?? "");

async function findOwn(args: Args, pageContext: PageContext): Promise<WebhookRow> {
  return (
    await load(() =>
      pageContext.api.call(findWebhook, { params: { id: idOfAddress(args, pageContext) } }),
    )
  ).data;
}

const Address = listAddress(DeliveryQuery.omit({ companyId: true, limit: true }).shape);

/** Loads a webhook with a page of its log. */
export async function loadWebhook(args: LoaderFunctionArgs, pageContext: PageContext) {
  const addressed = await findOwn(args, pageContext);
  const [webhook = addressed] = await withNames(pageContext, [addressed], "createdBy");
  const { row, ...query } = readQuery(args.request, Address);
  const [log, at] = await load(() =>
    Promise.all([
      pageContext.api.call(listDeliveries, { params: { id: webhook.id }, query }),
      clockHere(args, pageContext),
    ]),
  );
  const item = { id: webhook.id, name: webhook.name, path: webhookPath(String(args.params.id)) };
  return {
    ...shownWebhook(webhook, pageContext, at),
    row,
    page: log.page,
    filters: { state: query.state, type: query.type },
    rows: log.data.map((delivery) => shownDelivery(delivery, pageContext, at)),
    added: `${at(webhook.createdAt)}, ${webhook.createdBy}`,
    removal: webhookConfirmations.linkTo("remove", item, pageContext),
  };
}

function shownDelivery(delivery: DeliveryRow, { ids }: Pick<PageContext, "ids">, at: ShowTime) {
  const {
    id,
    type,
    eventId,
    occurredAt,
    isResend,
    state,
    attempts,
    attemptedAt,
    status,
    milliseconds,
    answer,
    error,
    nextAt,
  } = delivery;
  return {
    ref: ids.encrypt("delivery", id),
    eventId,
    attempts,
    isResend,
    answer,
    type: webhookEventLabels[type],
    occurred: at(occurredAt),
    state: { words: deliveryStateLabels[state], tone: tones[state] },
    result: error ?? (status === null ? null : `Status ${status}`),
    took: milliseconds === null ? null : `${milliseconds} ms`,
    attempted: attemptedAt && at(attemptedAt),
    next: nextAt && attemptedAt ? at(nextAt) : null,
  };
}

const Act = z.object({ delivery: idOf("delivery").optional() });

/**
 * Tests, pauses or resumes a webhook, sends an event again, or makes a new secret and shows
 * it.
 */
export async function actOnWebhook(args: ActionFunctionArgs, pageContext: PageContext) {
  const { api } = pageContext;
  const id = idOfAddress(args, pageContext);
  const form = await readForm(args.request, Act, { ids: pageContext.ids });
  const act = form.posted.get("_do");
  const deliveryId = form.value?.delivery;
  if (act === "secret") {
    const { reply, refused } = await form.submit(() =>
      api.call(changeWebhook, { body: { id, newSecret: true } }),
    );
    return refused ?? data({ secret: reply.data.secret ?? "" });
  }
  const { reply, refused } = await form.submit((): Promise<{ message: string }> => {
    if (deliveryId !== undefined)
      return api.call(resendDelivery, { params: { id }, body: { deliveryId } });
    if (act === "test") return api.call(testWebhook, { params: { id } });
    return api.call(changeWebhook, { body: { id, state: act === "pause" ? "paused" : "active" } });
  });
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(webhookPath(String(args.params.id)));
}

export async function loadWebhookForm(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { name, url, events, version } = await findOwn(args, pageContext);
  const values = { name, url, events, version: String(version) };
  return {
    constraints: constraints(),
    values,
    eventChoices,
    name,
    path: webhookPath(String(args.params.id)),
  };
}

export async function saveWebhookForm(args: ActionFunctionArgs, pageContext: PageContext) {
  const form = await readForm(args.request, WebhookForm);
  const { value } = form;
  if (!value) return form.refused();
  const id = idOfAddress(args, pageContext);
  const { reply, refused } = await form.submit(() =>
    pageContext.api.call(changeWebhook, { body: { ...value, id } }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(webhookPath(String(args.params.id)));
}

type Item = { id: number; name: string; path: string };

export const webhookConfirmations = confirmations({
  find: async (pageContext: PageContext, args): Promise<Item> => {
    const { id, name } = await findOwn(args, pageContext);
    return { id, name, path: webhookPath(String(args.params.id)) };
  },
  path: ({ path }) => path,
  acts: {
    remove: {
      label: "Delete",
      ask: ({ name }) => ({
        title: `Delete ${name}?`,
        message: webhookTexts.removeMessage,
        confirmLabel: "Delete webhook",
        danger: true,
      }),
      to: () => webhooksPath,
      call: ({ api }, { id }) => api.call(removeWebhook, { query: { id } }),
    },
  },
});
