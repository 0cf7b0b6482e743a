import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { whose } from "~/features/users/users.server";
import { requireGrant } from "~/lib/guard.server";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "User added · Fever In-Store" }];

/** For those who add users but have no list of them. */
export async function loader(args: LoaderFunctionArgs) {
  const guarded = await requireGrant(args, "users.create");
  const of = whose(args, guarded);
  return { of: of === "staff" ? of : undefined, username: new URL(args.request.url).searchParams.get("username") };
}

export default function UserAdded() {
  const { of, username } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="User added"
        lead={`${username ?? "The new user"} can sign in as soon as the invitation that was mailed is taken up.`}
      />
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={withMembers("/admin/users/add", { of })} variant="primary">
          Add another user
        </ButtonLink>
        <ButtonLink to="/admin">Done</ButtonLink>
      </div>
    </>
  );
}
