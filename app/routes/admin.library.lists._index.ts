import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { listPath } from "~/features/library/paths";
import { requireArea } from "~/lib/session/guard.server";

export async function loader(args: LoaderFunctionArgs) {
  await requireArea(args, "MUSIC_LIBRARY", { company: false });
  return redirect(listPath("genre"));
}
