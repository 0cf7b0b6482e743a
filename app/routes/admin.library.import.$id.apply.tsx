import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { applyConfirmations } from "~/features/imports/apply.server";
import { songImportPages } from "~/features/library/song-import.server";
import { requireArea } from "~/lib/guard.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  applyConfirmations(songImportPages).ask(
    args,
    await requireArea(args, "MUSIC_LIBRARY", { company: false }),
  );
export const action = async (args: ActionFunctionArgs) =>
  applyConfirmations(songImportPages).act(
    args,
    await requireArea(args, "MUSIC_LIBRARY", { company: false }),
  );
