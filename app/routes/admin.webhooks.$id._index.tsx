import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { webhookEditPath, webhooksPath } from "~/features/webhooks/paths";
import { webhookTexts } from "~/features/webhooks/texts";
import { DeliveryLog, SecretPanel } from "~/features/webhooks/webhook-panels";
import { actOnWebhook, loadWebhook, requireWebhooks } from "~/features/webhooks/webhooks.server";
import { ErrorSummary } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Facts, Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { PostForm } from "~/ui/frame/post-form";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.name ?? "Webhook"} · Fever In-Store` },
];

export const loader = async (args: LoaderFunctionArgs) =>
  loadWebhook(args, await requireWebhooks(args));
export const action = async (args: ActionFunctionArgs) =>
  actOnWebhook(args, await requireWebhooks(args));

export default function Webhook() {
  const webhook = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { path, name, state, isPaused, pausedBecause, overlap, removal } = webhook;
  const secret = result && "secret" in result ? result.secret : undefined;
  const refused = result && "fields" in result ? result : undefined;
  return (
    <>
      <PageHead
        crumbs={[{ label: "Webhooks", to: webhooksPath }]}
        title={name}
        lead={<Pill tone={state.tone}>{state.words}</Pill>}
        more={<ConfirmLink {...removal} icon="trash" />}
        actions={
          <>
            <ButtonLink to={webhookEditPath(path)} icon="edit">
              Edit
            </ButtonLink>
            <PostForm className="contents">
              <Button name="_do" value={isPaused ? "resume" : "pause"}>
                {isPaused ? "Resume" : "Pause"}
              </Button>
              {isPaused ? null : (
                <Button variant="primary" name="_do" value="test">
                  Send test event
                </Button>
              )}
            </PostForm>
          </>
        }
      />
      <Failure failure={refused?.failure} />
      <ErrorSummary formId="form" errors={refused?.fields.errors} />
      {isPaused && pausedBecause ? (
        <p role="status" className="mb-4 rounded-lg bg-warn-tint px-4 py-3 font-medium text-warn">
          {pausedBecause}
        </p>
      ) : null}
      {secret ? <SecretPanel secret={secret} doneTo={path} /> : null}
      <Panel title="Webhook">
        <Facts facts={factsOf(webhook)} />
        <PostForm className="mt-4 grid justify-items-start gap-2">
          <p className="text-sm text-ink-3">{overlap ?? webhookTexts.secretMessage}</p>
          <Button name="_do" value="secret" icon="key">
            Create new secret
          </Button>
        </PostForm>
      </Panel>
      <DeliveryLog {...webhook} />
    </>
  );
}

const factsOf = ({
  url,
  events,
  failing,
  added,
}: ReturnType<typeof useLoaderData<typeof loader>>) => [
  { term: "Address", value: <span className="[overflow-wrap:anywhere]">{url}</span> },
  { term: "Events", value: events },
  ...(failing ? [{ term: "Deliveries", value: failing }] : []),
  { term: "Added", value: added },
];
