import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { tokensPath } from "~/features/tokens/paths";
import { webhookAddPath } from "~/features/webhooks/paths";
import { webhookTexts } from "~/features/webhooks/texts";
import { WebhookList } from "~/features/webhooks/webhook-panels";
import { loadWebhooks, requireWebhooks } from "~/features/webhooks/webhooks.server";
import { ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Webhooks · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadWebhooks(args, await requireWebhooks(args));

export default function Webhooks() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        crumbs={[{ label: "API tokens", to: tokensPath }]}
        title="Webhooks"
        lead={webhookTexts.lead}
        actions={
          <ButtonLink to={webhookAddPath} variant="primary">
            Add webhook
          </ButtonLink>
        }
      />
      <WebhookList rows={rows} />
    </>
  );
}
