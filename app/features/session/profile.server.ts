import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { dateIn, showDate } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import { ChangePasswordForm, changePassword } from "#contract/session/credentials";
import { endOwnSession, type OwnSession, ownSessions } from "#contract/session/endpoints";
import {
  findOwnProfile,
  ProfileForm,
  SettingsForm,
  updateOwnProfile,
  updateOwnSettings,
} from "#contract/session/profile";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { findCompanies, zoneOf } from "~/lib/session/company.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { deviceName } from "~/lib/stores/device-name";

import { accountPath, storeAccountPath } from "./paths";
import { accountTexts } from "./texts";

/**
 * Loads a store manager's account: the password and their sessions. In a session that staff opened
 * as them, neither may be changed.
 */
export async function loadStoreAccount(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { api, user } = pageContext;
  const [{ data: sessions }, { company }] = await load(() =>
    Promise.all([api.call(ownSessions, {}), findCompanies(args.context, pageContext)]),
  );
  return {
    username: user.username,
    openedBy: user.openedBy,
    password: { constraints: constraintsOf(ChangePasswordForm) },
    sessions: sessions.map((session) =>
      toRow(session, new Date(), zoneOf(company), pageContext.figures),
    ),
  };
}

export async function loadAccount(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { api } = pageContext;
  const [{ data: profile }, { data: sessions }, { company }] = await load(() =>
    Promise.all([
      api.call(findOwnProfile, {}),
      api.call(ownSessions, {}),
      findCompanies(args.context, pageContext),
    ]),
  );
  const { username, firstName, lastName, email, liteMode, theme, emailNotifications } = profile;
  return {
    username,
    profile: {
      constraints: constraintsOf(ProfileForm),
      values: { firstName, lastName: lastName ?? "", email },
    },
    password: { constraints: constraintsOf(ChangePasswordForm) },
    settings: {
      constraints: constraintsOf(SettingsForm),
      values: { liteMode, theme, emailNotifications: emailNotifications ? "on" : "" },
    },
    sessions: sessions.map((session) =>
      toRow(session, new Date(), zoneOf(company), pageContext.figures),
    ),
  };
}

/** Saves the page's form with the posted ID; a refusal names its form. */
export async function changeAccount(args: ActionFunctionArgs, { api }: PageContext) {
  const { password, session, answer } = accountForms(args, api, accountPath);
  switch (args.context.posted?.form) {
    case "password":
      return password();
    case "settings":
      return answer(SettingsForm, (body) => api.call(updateOwnSettings, { body }));
    case "session":
      return session();
    default:
      return answer(ProfileForm, (body) => api.call(updateOwnProfile, { body }));
  }
}

/** Saves a form of a store manager's account page. */
export async function changeStoreAccount(args: ActionFunctionArgs, { api }: PageContext) {
  const { password, session } = accountForms(args, api, storeAccountPath);
  return args.context.posted?.form === "session" ? session() : password();
}

function accountForms(
  { request, context }: ActionFunctionArgs,
  api: PageContext["api"],
  path: string,
) {
  const answer = async <S extends z.ZodType>(
    schema: S,
    save: (value: z.output<S>) => Promise<{ message: string }>,
  ) => {
    const form = await readForm(request, schema);
    if (form.value === undefined) return form.refused();
    const { value } = form;
    const { reply, refused } = await form.submit(() => save(value));
    if (refused) return refused;
    context.session.flash("success", reply.message || "Saved");
    throw redirect(path);
  };
  return {
    answer,
    password: () =>
      answer(ChangePasswordForm, ({ currentPassword, password }) =>
        api.call(changePassword, { body: { currentPassword, password } }),
      ),
    session: () =>
      answer(z.object({ id: z.uuid() }), (params) => api.call(endOwnSession, { params })),
  };
}

const toRow = (
  { id, device, address, createdAt, lastUsedAt, current, openedBy }: OwnSession,
  now: Date,
  timeZone: string,
  figures: Figures,
) => ({
  id,
  device: deviceName(device),
  address: address ?? "Unknown",
  since: showDate(dateIn(timeZone, new Date(createdAt))),
  lastUsed: current ? "Now" : ago(now.getTime() - Date.parse(lastUsedAt), figures),
  current,
  openedBy,
});

/** Says how long ago, in the largest unit that fits. */
function ago(ms: number, { counted }: Figures): string {
  const minutes = Math.max(0, Math.round(ms / 60_000));
  if (minutes === 0) return accountTexts.justNow;
  if (minutes < 60) return `${counted(minutes, "minute")} ago`;
  return `${minutes < 48 * 60 ? counted(Math.round(minutes / 60), "hour") : counted(Math.round(minutes / 1440), "day")} ago`;
}
