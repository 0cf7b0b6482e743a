import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportMusicSchedule } from "#contract/schedule/endpoints";
import { ofGroup, readDayAddress } from "~/features/schedule/preview-day.server";
import { passDownload } from "~/lib/download.server";
import { requireArea } from "~/lib/guard.server";

/** The day of the address, of a group or of one store, as a file that streams. */
export async function loader(args: LoaderFunctionArgs) {
  const guarded = await requireArea(args, "PREVIEW");
  const { groupId, storeId, version, day = "" } = readDayAddress(args.request, guarded);
  const query =
    storeId === undefined ? { ...ofGroup(groupId, day), playlistId: version } : { storeId, day };
  return passDownload(args, (options) =>
    guarded.api.file(exportMusicSchedule, { query: { ...query, ...options } }),
  );
}
