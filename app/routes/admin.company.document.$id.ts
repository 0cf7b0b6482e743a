import type { LoaderFunctionArgs } from "@remix-run/node";
import { readFile } from "#contract/files/endpoints";
import { passFile } from "~/lib/api/download.server";
import { load, requireAdmin } from "~/lib/session/guard.server";

/**
 * Downloads a contract document. The platform answers 404 for one that this person may not read.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { api, ids } = await requireAdmin(args);
  const id = ids.decryptUuid("file", args.params.id);
  return passFile(await load(() => api.file(readFile, { params: { id } })));
}
