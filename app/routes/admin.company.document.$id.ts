import type { LoaderFunctionArgs } from "@remix-run/node";
import { readFile } from "#contract/files/endpoints";
import { passFile } from "~/lib/download.server";
import { load, requireAdmin } from "~/lib/guard.server";

/**
 * A contract document, to be saved; what this person may not read the platform says is not there.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { api, ids } = await requireAdmin(args);
  const id = ids.decryptUuid("file", args.params.id);
  return passFile(await load(() => api.file(readFile, { params: { id } })));
}
