import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { userAddPath, usersDownloadPath, usersImportPath } from "~/features/users/paths";
import { usersTexts } from "~/features/users/texts";
import { UserOwnerTabs, UserTable } from "~/features/users/user-list";
import { loadUsers } from "~/features/users/users.server";
import { requireArea } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { Downloads } from "~/ui/frame/downloads";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Users · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadUsers(args, await requireArea(args, "USER_MGMT", { company: false }));
}

export default function Users() {
  const data = useLoaderData<typeof loader>();
  const { sort: _, ...filters } = data.address;
  return (
    <>
      <PageHead
        title="Users"
        lead={usersTexts.lead}
        actions={
          <>
            <Downloads to={withMembers(usersDownloadPath, filters)} />
            {data.of === "company" ? (
              <ButtonLink to={usersImportPath} icon="upload">
                Import
              </ButtonLink>
            ) : null}
            <ButtonLink to={withMembers(userAddPath, data.address)} variant="primary">
              Add user
            </ButtonLink>
          </>
        }
      />
      <UserOwnerTabs {...data} />
      <UserTable {...data} />
    </>
  );
}
