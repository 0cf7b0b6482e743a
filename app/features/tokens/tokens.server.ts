import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { dateIn, showDate, showInstant } from "#contract/base/dates";
import { messages } from "#contract/base/messages";
import { isProvider, mayOpen } from "#contract/base/roles";
import {
  addToken,
  listTokens,
  NewToken,
  revokeToken,
  type TokenRow,
} from "#contract/tokens/endpoints";
import {
  areaLabels,
  scopesOf,
  type TokenScope,
  type TokenState,
  tokenKindLabels,
  tokenLifetimes,
  tokenStateLabels,
} from "#contract/tokens/words";
import { withNames } from "~/lib/audit/people.server";
import { confirmations } from "~/lib/forms/confirmation.server";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { findTimeZone } from "~/lib/session/company.server";
import {
  load,
  type PageContext,
  requireArea,
  requireUser,
  seesWholeCompany,
} from "~/lib/session/guard.server";
import type { Tone } from "~/ui/frame/pill";
import { tokenPath, tokensPath } from "./paths";
import { tokenTexts } from "./texts";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** Guards the tokens' pages for people with COMPANIES or COMPANIESEDIT. */
export async function requireTokens(args: Args): Promise<PageContext> {
  const { person } = await requireUser(args);
  return requireArea(args, mayOpen(person, "COMPANIES") ? "COMPANIES" : "COMPANIESEDIT", {
    company: false,
  });
}

const tones: Record<TokenState, Tone> = {
  active: "ok",
  expiring: "warn",
  expired: "idle",
  revoked: "idle",
  suspended: "bad",
};

/** Loads the tokens; only people who see the whole company also get webhooks. */
export async function loadTokens(args: LoaderFunctionArgs, pageContext: PageContext) {
  const [{ data: tokens }, timeZone] = await load(() =>
    Promise.all([pageContext.api.call(listTokens, {}), findTimeZone(args.context, pageContext)]),
  );
  const rows = await withNames(pageContext, tokens, "username", "revokedBy");
  return {
    rows: rows.map((token) => shownToken(token, pageContext, timeZone)),
    hasWebhooks: seesWholeCompany(pageContext),
  };
}

function shownToken(token: TokenRow, pageContext: PageContext, timeZone: string) {
  const {
    id,
    name,
    begins,
    kind,
    state,
    username,
    isOwn,
    scopes,
    expiresAt,
    lastUsedAt,
    revokedBy,
  } = token;
  const day = (instant: string) => showDate(dateIn(timeZone, new Date(instant)));
  const item = { id, name, path: tokenPath(pageContext.ids.encrypt("token", id)) };
  return {
    name,
    begins: `${begins}…`,
    kind: tokenKindLabels[kind],
    by: isOwn ? null : username,
    state: { words: tokenStateLabels[state], tone: tones[state] },
    scopes: scopesInWords(scopes),
    expires: day(expiresAt),
    lastUsed: lastUsedAt && showInstant(new Date(lastUsedAt), timeZone),
    revokedBy,
    revoke:
      state === "revoked" || state === "expired"
        ? null
        : tokenConfirmations.linkTo("revoke", item, pageContext),
  };
}

/** By the area's part of a scope. */
const areaNames: Readonly<Partial<Record<string, string>>> = areaLabels;

/** Formats scopes as "Stores (read and change), Ads (read)". */
function scopesInWords(scopes: readonly TokenScope[]): string {
  const areas = new Map<string, string[]>();
  for (const scope of scopes) {
    const [area = "", access = ""] = scope.split(":");
    areas.set(area, [...(areas.get(area) ?? []), access]);
  }
  return [...areas]
    .map(
      ([area, accesses]) =>
        `${areaNames[area]} (${accesses.includes("write") ? "read and change" : "read"})`,
    )
    .join(", ");
}

/** Loads the form of a new token. Only national admins may choose one for the company. */
export async function loadNewToken(pageContext: PageContext) {
  const { person } = pageContext;
  return {
    constraints: {
      ...constraintsOf(NewToken),
      kind: { required: true },
      scopes: { required: true },
    },
    values: { kind: "personal", days: "90" },
    scopes: scopesOf(person).map((scope): { value: string; label: string } => {
      const [area = "", access] = scope.split(":");
      return {
        value: scope,
        label: `${areaNames[area]}: ${access === "read" ? "read" : "change"}`,
      };
    }),
    mayChooseKind: !isProvider(person) && seesWholeCompany(pageContext),
    lifetimes: tokenLifetimes.map((days) => ({ value: String(days), label: `${days} days` })),
  };
}

/** Shows a new token in the answer itself, so that it passes through no cookie and no address. */
export async function createToken(args: ActionFunctionArgs, pageContext: PageContext) {
  const form = await readForm(args.request, NewToken);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    pageContext.api.call(addToken, { body: value }),
  );
  if (refused) return refused;
  const { name, token, expiresAt } = reply.data;
  return data({
    created: {
      name,
      token,
      expires: showDate(dateIn(await findTimeZone(args.context, pageContext), new Date(expiresAt))),
    },
  });
}

type Item = { id: number; name: string; path: string };

export const tokenConfirmations = confirmations({
  find: async (pageContext: PageContext, args): Promise<Item> => {
    const id = pageContext.ids.decrypt("token", args.params.id ?? "");
    const { data: tokens } = await load(() => pageContext.api.call(listTokens, {}));
    const token = tokens.find((one) => one.id === id);
    if (!token) throw Response.json({ message: messages.notFound }, { status: 404 });
    return { id, name: token.name, path: tokenPath(String(args.params.id)) };
  },
  path: ({ path }) => path,
  acts: {
    revoke: {
      label: "Revoke",
      ask: ({ name }) => ({
        title: `Revoke ${name}?`,
        message: tokenTexts.revokeMessage,
        confirmLabel: "Revoke token",
        danger: true,
      }),
      from: () => tokensPath,
      call: ({ api }, { id }) => api.call(revokeToken, { query: { id } }),
    },
  },
});
