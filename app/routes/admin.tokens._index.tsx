import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { apiReferencePath, tokenAddPath } from "~/features/tokens/paths";
import { tokenTexts } from "~/features/tokens/texts";
import { TokenList } from "~/features/tokens/token-panels";
import { loadTokens, requireTokens } from "~/features/tokens/tokens.server";
import { webhooksPath } from "~/features/webhooks/paths";
import { ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "API tokens · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadTokens(args, await requireTokens(args));

export default function Tokens() {
  const { rows, hasWebhooks } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="API tokens"
        lead={tokenTexts.lead}
        actions={
          <>
            <ButtonLink to={apiReferencePath}>API reference</ButtonLink>
            {hasWebhooks ? <ButtonLink to={webhooksPath}>Webhooks</ButtonLink> : null}
            <ButtonLink to={tokenAddPath} variant="primary">
              Create token
            </ButtonLink>
          </>
        }
      />
      <TokenList rows={rows} />
    </>
  );
}
