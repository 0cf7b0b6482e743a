import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireCompany } from "~/features/companies/company.server";
import { companyConfirmations } from "~/features/companies/confirmations.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  companyConfirmations.ask(args, await requireCompany(args));
export const action = async (args: ActionFunctionArgs) =>
  companyConfirmations.act(args, await requireCompany(args));
