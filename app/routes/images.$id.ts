import type { LoaderFunctionArgs } from "@remix-run/node";
import { readFile } from "#contract/files/endpoints";
import { passFile } from "~/lib/api/download.server";
import { load, requireUser } from "~/lib/session/guard.server";

/** Passes on a picture by its file name (UI-8), if the platform lets this person see it. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireUser(args);
  const params = readFile.params.safeParse({ id: args.params.id });
  if (!params.success) throw new Response(null, { status: 404 });
  const ifNoneMatch = args.request.headers.get("If-None-Match");
  return passFile(
    await load(() =>
      api.file(readFile, {
        params: params.data,
        headers: ifNoneMatch ? { "if-none-match": ifNoneMatch } : {},
      }),
    ),
  );
}
