import type { LoaderFunctionArgs } from "@remix-run/node";
import { isProvider } from "#contract/base/roles";
import { isUnique } from "~/features/companies/unique.server";
import { requireArea, requireUser } from "~/lib/guard.server";

/**
 * Whether nobody else has a code, a username or an email; asked while it is typed. Client staff ask
 * for their own company's email.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { person } = await requireUser(args);
  const guarded = await requireArea(args, isProvider(person) ? "COMPANIES" : "COMPANIESEDIT", {
    company: false,
  });
  return Response.json(await isUnique(args.request, guarded));
}
