import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { resetUserPassword } from "#contract/session/credentials";
import { findStore } from "#contract/stores/endpoints";
import { resetQuestion } from "~/features/stores/store-detail";
import { type Guarded, load, requireArea } from "~/lib/guard.server";
import { ConfirmPage } from "~/ui/confirm-page";

export const meta: MetaFunction = () => [{ title: "Reset a player's password · Fever In-Store" }];

/** One of the users who play the store. Throws 404 for any other. */
async function playerOf({ request, params }: LoaderFunctionArgs, { api, ids }: Guarded) {
  const userId = ids.decrypt("user", new URL(request.url).searchParams.get("user"));
  const { data: store } = await load(() => api.call(findStore, { query: { id: ids.decrypt("store", params.id) } }));
  const user = store.users.find(({ id }) => id === userId);
  if (!user) throw data(null, { status: 404 });
  return user;
}

export async function loader(args: LoaderFunctionArgs) {
  const { username } = await playerOf(args, await requireArea(args, "USER_MGMT"));
  return { username, cancelTo: `/admin/stores/${args.params.id}` };
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await requireArea(args, "USER_MGMT");
  const user = await playerOf(args, guarded);
  await load(() => guarded.api.call(resetUserPassword, { body: { userId: user.id } }));
  args.context.session.flash("success", `A link to set a new password is on its way for ${user.username}`);
  return redirect(`/admin/stores/${args.params.id}`);
}

export default function ResetPlayer() {
  const { username, cancelTo } = useLoaderData<typeof loader>();
  return <ConfirmPage {...resetQuestion(username)} cancelTo={cancelTo} />;
}
