import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { messages } from "#contract/base/messages";
import { requireAdmin } from "~/lib/session/guard.server";
import type { ScriptHandle } from "~/root";
import { Refusal, refusalTitle } from "~/ui/frame/error-page";

/** Rendered under another address, at which script would not find it. */
export const handle: ScriptHandle = { script: false };
export const meta: MetaFunction<typeof loader> = ({ data: refusal }) => [
  { title: `${refusal?.title ?? "Page not found"} · Fever In-Store` },
];

/** Shows the refusal of an address without a page (pages-handler.server.ts). */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const { status, message } = args.context.refusal ?? { status: 404, message: undefined };
  return data(
    {
      title: refusalTitle({ status }),
      message: message ?? (status < 500 ? undefined : messages.serverError),
    },
    { status },
  );
}

export default function Refused() {
  return <Refusal {...useLoaderData<typeof loader>()} isSignedIn />;
}
