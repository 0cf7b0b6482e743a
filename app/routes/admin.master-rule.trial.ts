import type { LoaderFunctionArgs } from "@remix-run/node";
import { readRuleAddress } from "~/features/schedule/rule-unit.server";
import { loadTrialProgress } from "~/features/schedule/trial-progress.server";
import { requireArea } from "~/lib/session/guard.server";

/** Says how far a trial is, so that its page waits for it without being loaded again. */
export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireArea(args, "MASTER_RULE");
  const { unit, slotId } = readRuleAddress(args.request, pageContext);
  if (slotId === undefined) return Response.json(null, { status: 422 });
  return Response.json({ progress: await loadTrialProgress(pageContext, unit, slotId) });
}
