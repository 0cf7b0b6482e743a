import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadUnitUsers, moveUsers } from "~/features/hierarchy/unit-users.server";
import { UserLists } from "~/features/hierarchy/user-lists";
import { requireArea } from "~/lib/session/guard.server";
import { RouteDialog } from "~/ui/frame/dialog";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "Manage users"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadUnitUsers(args.request, await requireArea(args, "HIERARCHY"));
}

export async function action(args: ActionFunctionArgs) {
  const pageContext = await requireArea(args, "HIERARCHY");
  const { kind, message, undo } = await moveUsers(args, pageContext);
  args.context.session.flash(kind, message, undo);
  const { pathname, search } = new URL(args.request.url);
  return redirect(pathname.replace(/\.data$/, "") + search);
}

export default function UnitUsersDialog() {
  const data = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={data.title} width={728} height={500} closeTo={data.closeTo}>
      <UserLists key={data.ref} data={data} />
    </RouteDialog>
  );
}
