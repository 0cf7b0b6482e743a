import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireCompany } from "~/features/companies/company.server";
import { fileConfirmations } from "~/features/companies/file-confirmations.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  fileConfirmations.ask(args, await requireCompany(args));
export const action = async (args: ActionFunctionArgs) =>
  fileConfirmations.act(args, await requireCompany(args));
