import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CopyForm, StoresOfGroup } from "~/features/schedule/copy-form";
import { type CopyReview, copyRules, loadCopyPage } from "~/features/schedule/copy-page.server";
import { masterRulePath } from "~/features/schedule/paths";
import { ruleCopyTexts } from "~/features/schedule/rule-texts";
import { tutorialPath } from "~/features/tutorials/paths";
import type { FormResult } from "~/lib/forms/forms.server";
import { requireArea } from "~/lib/session/guard.server";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Copy rule: ${data.source}` : "Copy rule"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadCopyPage(args.request, await requireArea(args, "MASTER_RULE"));
}

export async function action(args: ActionFunctionArgs) {
  return copyRules(args, await requireArea(args, "MASTER_RULE"));
}

export default function CopyRule() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<Partial<FormResult> & { review?: CopyReview }>();
  const fields = { values: page.values, ...result?.fields };
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Master rule", to: masterRulePath },
          { label: page.source, to: page.ruleTo },
        ]}
        title={`Copy ${page.source}'s rule`}
        lead={ruleCopyTexts.lead}
        help={tutorialPath("master_rule")}
      />
      <Failure failure={result?.failure} />
      {page.slots.length === 0 ? (
        <EmptyState
          icon="rule"
          title={ruleCopyTexts.noneOwnTitle}
          action={<ButtonLink to={page.ruleTo}>Back to the rule</ButtonLink>}
        >
          {ruleCopyTexts.noneOwn(page.source)}
        </EmptyState>
      ) : (
        <>
          <StoresOfGroup page={page} />
          <CopyForm
            key={JSON.stringify(fields.values)}
            page={page}
            fields={fields}
            review={result?.review ?? null}
          />
        </>
      )}
    </>
  );
}
