import { redirectDocument } from "@remix-run/node";
import { makeTempToken, resetUserPassword } from "#contract/session/credentials";
import { resetTwoSteps } from "#contract/session/two-steps";
import {
  findUser,
  inviteUser,
  removeUser,
  setUserStatus,
  type User,
} from "#contract/users/endpoints";
import { tempTokenPath } from "~/features/session/paths";
import { confirmations } from "~/lib/forms/confirmation.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { userPath, usersPath } from "./paths";
import { userConfirmTexts } from "./texts";
import {
  type Act,
  actsFor,
  companyQuery,
  nameOf,
  readUserOwner,
  type UserOwner,
} from "./user-acts.server";

/** A user as the questions name them, with the changes possible now. */
type UserToAct = {
  id: number;
  ref: string;
  of: UserOwner;
  username: string;
  name: string;
  email: string;
  acts: Act[];
};

export const toUserToAct = (user: User, of: UserOwner, pageContext: PageContext): UserToAct => ({
  id: user.id,
  ref: pageContext.ids.encrypt("user", user.id),
  of,
  username: user.username,
  name: nameOf(user),
  email: user.email,
  acts: actsFor(user, pageContext),
});

const isOver = (act: Act) => (user: UserToAct) => !user.acts.includes(act);
const target = ({ id, of }: UserToAct, pageContext: PageContext) => ({
  params: { id },
  query: companyQuery(of, pageContext),
});

/**
 * Holds the changes to a user's account that ask for confirmation. If the change is already done,
 * leads back to the list.
 */
export const userConfirmations = confirmations({
  async find(pageContext: PageContext, args): Promise<UserToAct> {
    const of = readUserOwner(args, pageContext);
    const id = pageContext.ids.decrypt("user", args.params.id);
    const { data } = await load(() =>
      pageContext.api.call(findUser, { params: { id }, query: companyQuery(of, pageContext) }),
    );
    return toUserToAct(data, of, pageContext);
  },

  path: ({ ref, of }) => withMembers(userPath(ref), { of: of === "staff" ? of : undefined }),

  acts: {
    invitation: {
      label: "Resend invitation",
      ask: ({ username, email }) => ({
        title: `Email ${username} another invitation?`,
        message: userConfirmTexts.invite(email),
        confirmLabel: "Email invitation",
        danger: false,
      }),
      isDone: isOver("invitation"),
      from: listOf,
      call: (pageContext, user) => pageContext.api.call(inviteUser, target(user, pageContext)),
    },
    activate: {
      label: "Activate",
      ask: ({ username, name }) => ({
        title: `Activate ${username}?`,
        message: userConfirmTexts.activate(name),
        confirmLabel: "Activate user",
        danger: false,
      }),
      isDone: isOver("activate"),
      undo: ({ ref, of }) => ({ act: "deactivate-user", fields: { userId: ref, of } }),
      from: listOf,
      call: (pageContext, { id, of }) =>
        pageContext.api.call(setUserStatus, {
          params: { id },
          query: { ...companyQuery(of, pageContext), status: "active" },
        }),
    },
    deactivate: {
      label: "Deactivate",
      ask: ({ username, name }) => ({
        title: `Deactivate ${username}?`,
        message: userConfirmTexts.deactivate(name),
        confirmLabel: "Deactivate user",
      }),
      isDone: isOver("deactivate"),
      undo: ({ ref, of }) => ({ act: "activate-user", fields: { userId: ref, of } }),
      from: listOf,
      call: (pageContext, { id, of }) =>
        pageContext.api.call(setUserStatus, {
          params: { id },
          query: { ...companyQuery(of, pageContext), status: "inactive" },
        }),
    },
    password: {
      label: "Reset password",
      ask: ({ username, name, email }) => ({
        title: `Reset ${username}'s password?`,
        message: userConfirmTexts.resetPassword(name, email),
        confirmLabel: "Reset password",
      }),
      isDone: isOver("password"),
      from: listOf,
      call: (pageContext, { id, of }) =>
        pageContext.api.call(resetUserPassword, {
          query: companyQuery(of, pageContext),
          body: { userId: id },
        }),
    },
    "two-steps": {
      label: "Reset second step",
      ask: ({ username, name, email }) => ({
        title: `Remove ${username}'s second step?`,
        message: userConfirmTexts.resetTwoSteps(name, email),
        confirmLabel: "Remove",
      }),
      isDone: isOver("two-steps"),
      from: listOf,
      call: (pageContext, { id, of }) =>
        pageContext.api.call(resetTwoSteps, {
          query: companyQuery(of, pageContext),
          body: { userId: id },
        }),
    },
    open: {
      label: "Open as",
      ask: ({ username, name }) => ({
        title: `Sign in as ${username}?`,
        message: userConfirmTexts.openAs(name),
        confirmLabel: `Open as ${username}`,
        danger: false,
      }),
      isDone: isOver("open"),
      from: listOf,
      async call(pageContext, { id, of }) {
        const { data } = await pageContext.api.call(makeTempToken, {
          query: companyQuery(of, pageContext),
          body: { userId: id },
        });
        return redirectDocument(tempTokenPath(data.tempToken));
      },
    },
    delete: {
      label: "Delete",
      ask: ({ username, name }) => ({
        title: `Delete ${username}?`,
        message: userConfirmTexts.remove(name),
        confirmLabel: "Delete user",
      }),
      isDone: isOver("delete"),
      from: listOf,
      call: (pageContext, { id, of }) =>
        pageContext.api.call(removeUser, { query: { ...companyQuery(of, pageContext), id } }),
    },
    erase: {
      label: "Erase personal data",
      ask: ({ username, name }) => ({
        title: userConfirmTexts.eraseTitle(username),
        message: userConfirmTexts.erase(name),
        confirmLabel: "Erase personal data",
      }),
      isDone: isOver("erase"),
      from: listOf,
      call: (pageContext, { id, of }) =>
        pageContext.api.call(removeUser, {
          query: { ...companyQuery(of, pageContext), id, erase: "true" },
        }),
    },
  },
});

function listOf({ of }: UserToAct): string {
  return withMembers(usersPath, { of: of === "staff" ? of : undefined });
}
