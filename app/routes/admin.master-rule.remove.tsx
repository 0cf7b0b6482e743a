import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { removeMasterRule } from "#contract/schedule/master-rule";
import { findOwnRule } from "~/features/schedule/rule-page.server";
import { removeQuestion } from "~/features/schedule/rule-remove-question";
import { load, requireArea } from "~/lib/guard.server";
import { sourceWords } from "~/lib/rule-words";
import { ConfirmPage } from "~/ui/confirm-page";

export const meta: MetaFunction = () => [{ title: "Remove own rule · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  const { unit, own, inherited, backTo } = await findOwnRule(args.request, await requireArea(args, "MASTER_RULE"));
  return { name: unit.name, version: own?.version ?? null, inheritedFrom: inherited && sourceWords(inherited.source, false), backTo };
}

/** Twice pressed, the second finds nothing to remove and says nothing new. What somebody changed since the question was asked stays. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await requireArea(args, "MASTER_RULE");
  const { own, unit, backTo } = await findOwnRule(args.request, guarded);
  const version = Number((await args.request.formData()).get("version"));
  if (own) await load(() => guarded.api.call(removeMasterRule, { query: { id: own.id, version } }));
  args.context.session.flash("success", `${unit.name} inherits its rule again`);
  return redirect(backTo);
}

export default function RemoveRule() {
  const { name, version, inheritedFrom, backTo } = useLoaderData<typeof loader>();
  const hidden = version === null ? null : <input type="hidden" name="version" value={version} />;
  return <ConfirmPage {...removeQuestion(name, inheritedFrom)} hidden={hidden} cancelTo={backTo} />;
}
