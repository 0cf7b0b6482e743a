import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect, redirectDocument } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { messages } from "#contract/base/messages";
import { makeTempToken, resetUserPassword } from "#contract/session/credentials";
import { findUser, inviteUser, removeUser, setUserStatus } from "#contract/users/endpoints";
import { userQuestion } from "~/features/users/user-questions";
import { type Act, actsFor, companyQuery, listMembers, nameOf, usersPath, whose } from "~/features/users/users.server";
import { load, requireArea } from "~/lib/guard.server";
import { ApiRefusal } from "~/lib/platform.server";
import { ConfirmPage } from "~/ui/confirm-page";
import { withMembers } from "~/ui/frame/address";

export const meta: MetaFunction = () => [{ title: "User · Fever In-Store" }];

/** What is about to be done to whom; 404 for what is not the caller's to do. */
async function find(args: LoaderFunctionArgs) {
  const guarded = await requireArea(args, "USER_MGMT", { company: false });
  const of = whose(args, guarded);
  const id = guarded.ids.decrypt("user", args.params.id);
  const query = companyQuery(of, guarded);
  const { data: user } = await load(() => guarded.api.call(findUser, { params: { id }, query }));
  const act = args.params.act as Act;
  const isOffered = actsFor(user, guarded).includes(act);
  return { guarded, id, query, user, act, isOffered, backTo: withMembers(usersPath, listMembers(args, of, guarded)) };
}

export async function loader(args: LoaderFunctionArgs) {
  const { user, act, isOffered, backTo } = await find(args);
  if (!isOffered) throw data({ message: messages.notFound }, { status: 404 });
  return { act, backTo, user: { username: user.username, name: nameOf(user), email: user.email } };
}

/** Does it, once it is confirmed. What was done meanwhile by somebody else, or by a second press, leads back to the list and says nothing new. */
export async function action(args: ActionFunctionArgs) {
  const { guarded, id, query, act, isOffered, backTo } = await find(args);
  const { api } = guarded;
  const { session } = args.context;
  if (!isOffered) return redirect(backTo);
  const work = {
    activate: () => api.call(setUserStatus, { params: { id }, query: { ...query, status: "active" } }),
    deactivate: () => api.call(setUserStatus, { params: { id }, query: { ...query, status: "inactive" } }),
    delete: () => api.call(removeUser, { query: { ...query, id } }),
    password: () => api.call(resetUserPassword, { query, body: { userId: id } }),
    invitation: () => api.call(inviteUser, { params: { id }, query }),
  };
  try {
    if (act === "open") {
      const { data: made } = await api.call(makeTempToken, { query, body: { userId: id } });
      return redirectDocument(`/validate-temp-token/${encodeURIComponent(made.tempToken)}`);
    }
    session.flash("success", (await work[act]()).message);
  } catch (error) {
    if (!(error instanceof ApiRefusal)) return load(() => Promise.reject(error));
    session.flash("error", error.message);
  }
  return redirect(backTo);
}

export default function UserAct() {
  const { act, user, backTo } = useLoaderData<typeof loader>();
  const question = userQuestion(act, user);
  return question ? <ConfirmPage {...question} cancelTo={backTo} /> : null;
}
