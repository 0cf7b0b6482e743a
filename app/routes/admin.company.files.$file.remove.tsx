import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import {
  fileConfirmations,
  requireOwnCompany,
} from "~/features/companies/file-confirmations.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  fileConfirmations.ask(args, await requireOwnCompany(args));
export const action = async (args: ActionFunctionArgs) =>
  fileConfirmations.act(args, await requireOwnCompany(args));
