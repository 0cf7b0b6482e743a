import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loadAlert, saveAlert } from "~/features/alerts/alerts.server";
import { alertsPath } from "~/features/alerts/paths";
import { alertsTexts } from "~/features/alerts/texts";
import { requireArea } from "~/lib/session/guard.server";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Facts, Panel } from "~/ui/frame/panel";
import { TextLink } from "~/ui/frame/text-link";
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
  const {
    store,
    kind,
    location,
    began,
    lasted,
    ended,
    notifiedAt,
    acknowledgedBy,
    constraints,
    values,
  } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        crumbs={[{ label: "Alerts", to: alertsPath }]}
        title={`${store.name}: ${kind.words}`}
        lead={location}
        actions={
          store.to && !ended ? (
            <ButtonLink to={store.to}>See contact and steps</ButtonLink>
          ) : undefined
        }
      />
      <Failure failure={result?.failure} />
      <Panel title="Alert">
        <Facts
          facts={[
            {
              term: "Store",
              value: store.to ? (
                <TextLink to={store.to}>{`${store.name} (${store.code})`}</TextLink>
              ) : (
                `${store.name} (${store.code})`
              ),
            },
            { term: "Since", value: began },
            ...(ended ? [{ term: "Until", value: ended }] : []),
            { term: "How long", value: lasted },
            { term: "Notified", value: notifiedAt },
            { term: "Acknowledged", value: acknowledgedBy ?? "No" },
          ]}
        />
      </Panel>
      <Panel
        title={acknowledgedBy ? "Note" : "Acknowledge"}
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
    </>
  );
}
