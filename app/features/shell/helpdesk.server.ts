import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/lib/guard.server";

/** The help desk's widget for a signed-in user with an email, where one is configured (UI-7); no session, or one that just ended, has none. */
export async function helpdeskOf(args: LoaderFunctionArgs): Promise<{ src: string; email: string } | null> {
  const src = args.context.helpdeskUrl;
  if (!src || !args.context.session.tokens) return null;
  const email = await requireUser(args).then(
    ({ user }) => user.email,
    () => null,
  );
  return email ? { src, email } : null;
}
