import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPath } from "~/features/dashboard/paths";
import { userAddPath } from "~/features/users/paths";
import { userFormTexts } from "~/features/users/texts";
import { readUserOwner } from "~/features/users/user-acts.server";
import { requireGrant } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "User added · Fever In-Store" }];

/** Confirms to people who may add users but not list them. */
export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireGrant(args, "users.create");
  const of = readUserOwner(args, pageContext);
  return {
    of: of === "staff" ? of : undefined,
    username: new URL(args.request.url).searchParams.get("username"),
  };
}

export default function UserAdded() {
  const { of, username } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="User added" lead={userFormTexts.added(username ?? "The new user")} />
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={withMembers(userAddPath, { of })} variant="primary">
          Add another user
        </ButtonLink>
        <ButtonLink to={adminPath}>Done</ButtonLink>
      </div>
    </>
  );
}
