import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportUsers } from "#contract/users/endpoints";
import { companyQuery, readUserOwner } from "~/features/users/user-acts.server";
import { readUserFilters } from "~/features/users/users.server";
import { passDownload } from "~/lib/api/download.server";
import { requireArea } from "~/lib/session/guard.server";

/** Streams the users that match the address's filters as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireArea(args, "USER_MGMT", { company: false });
  const query = {
    ...readUserFilters(args.request),
    ...companyQuery(readUserOwner(args, pageContext), pageContext),
  };
  return passDownload(args, (options) =>
    pageContext.api.file(exportUsers, { query: { ...query, ...options } }),
  );
}
