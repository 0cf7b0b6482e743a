import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loadAlert, saveAlert } from "~/features/alerts/alerts.server";
import { HelpCallWords } from "~/features/alerts/help-call-words";
import { alertsPath } from "~/features/alerts/paths";
import { alertsTexts } from "~/features/alerts/texts";
import { Trouble } from "~/features/stores/trouble";
import { requireArea } from "~/lib/session/guard.server";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Facts, Panel } from "~/ui/frame/panel";
import { TextField } from "~/ui/text-field";
import { VersionField } from "~/ui/version-field";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `${data.store.name}: ${data.kind.words}` : "Alert"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadAlert(args, await requireArea(args, "DASHBOARD"));
}

export async function action(args: ActionFunctionArgs) {
  return saveAlert(args, await requireArea(args, "DASHBOARD"));
}

export default function AlertPage() {
  const alert = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { store, kind, location, finding, call, help } = alert;
  return (
    <>
      <PageHead
        crumbs={[{ label: "Alerts", to: alertsPath }]}
        title={`${store.name}: ${kind.words}`}
        finding={finding}
        lead={[store.code, location].filter(Boolean).join(" · ")}
        actions={store.to ? <ButtonLink to={store.to}>Open store</ButtonLink> : undefined}
      />
      <Failure failure={result?.failure} />
      {/* what to do comes first on a phone, and stands on the right of wide screens */}
      <div
        className={
          help ? "grid items-start gap-x-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]" : ""
        }
      >
        {help ? (
          <div className="lg:order-last">
            <Trouble heading="What to do" {...help} />
          </div>
        ) : null}
        <div className="min-w-0">
          <Panel>
            <Facts
              facts={[
                ...(call
                  ? [
                      {
                        term: "Reason",
                        value: <HelpCallWords call={call} store={store.name} />,
                      },
                    ]
                  : []),
                { term: "Since", value: alert.began },
                ...(alert.ended ? [{ term: "Until", value: alert.ended }] : []),
                { term: "Notified", value: alert.notifiedAt },
              ]}
            />
          </Panel>
          <Acknowledgement alert={alert} result={result} />
        </div>
      </div>
    </>
  );
}

type AcknowledgementProps = {
  alert: ReturnType<typeof useLoaderData<typeof loader>>;
  result: ReturnType<typeof useActionData<typeof action>>;
};

function Acknowledgement({
  alert: { acknowledgedBy, constraints, values },
  result,
}: AcknowledgementProps) {
  return (
    <Panel
      title={acknowledgedBy ? `Acknowledged by ${acknowledgedBy}` : "Acknowledge"}
      lead={acknowledgedBy ? undefined : alertsTexts.acknowledgeLead}
    >
      <Form
        fields={{ constraints, values, ...result?.fields }}
        enter={{ name: "_do", value: "acknowledge" }}
      >
        <VersionField />
        <TextField name="note" label="Note" hint={alertsTexts.noteHint} />
        <FormActions>
          <Button variant="primary" name="_do" value="acknowledge">
            {acknowledgedBy ? "Save note" : "Acknowledge alert"}
          </Button>
          {acknowledgedBy ? (
            <Button name="_do" value="remove">
              Remove acknowledgement
            </Button>
          ) : null}
          <ButtonLink to={alertsPath}>Cancel</ButtonLink>
        </FormActions>
      </Form>
    </Panel>
  );
}
