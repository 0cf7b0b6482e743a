import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadRuleCheck, readTypedRule } from "~/features/schedule/rule-check.server";
import { readRuleAddress } from "~/features/schedule/rule-unit.server";
import { requireArea } from "~/lib/session/guard.server";

/**
 * Checks the rule typed in a form, which asks with script while it is filled in. Answers an
 * unfinished rule with 422.
 */
export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireArea(args, "MASTER_RULE");
  const { unit, slotId } = readRuleAddress(args.request, pageContext);
  const rule = await readTypedRule(args.request, pageContext);
  if (!rule || slotId === undefined) return Response.json(null, { status: 422 });
  return Response.json(await loadRuleCheck(pageContext, unit, slotId, rule));
}
