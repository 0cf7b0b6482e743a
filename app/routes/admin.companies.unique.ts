import type { LoaderFunctionArgs } from "@remix-run/node";
import { isProvider } from "#contract/base/roles";
import { isUnique } from "~/features/companies/unique.server";
import { requireArea, requireUser } from "~/lib/session/guard.server";

/**
 * Answers whether a code, username or email is free, while it is typed. Client staff may ask only
 * about their own company's email.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { person } = await requireUser(args);
  const pageContext = await requireArea(args, isProvider(person) ? "COMPANIES" : "COMPANIESEDIT", {
    company: false,
  });
  return Response.json(await isUnique(args.request, pageContext));
}
