import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportMusicSchedule } from "#contract/schedule/endpoints";
import { ofGroup, readDayAddress } from "~/features/schedule/preview-day.server";
import { passDownload } from "~/lib/api/download.server";
import { requireArea } from "~/lib/session/guard.server";

/** Streams the day of a group or one store in the address as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireArea(args, "PREVIEW");
  const { groupId, storeId, version, day = "" } = readDayAddress(args.request, pageContext);
  const query =
    storeId === undefined ? { ...ofGroup(groupId, day), playlistId: version } : { storeId, day };
  return passDownload(args, (options) =>
    pageContext.api.file(exportMusicSchedule, { query: { ...query, ...options } }),
  );
}
