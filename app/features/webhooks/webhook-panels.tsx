import type { useLoaderData } from "@remix-run/react";
import {
  deliveryStateLabels,
  deliveryStates,
  webhookEventKinds,
  webhookEventLabels,
} from "#contract/webhooks/words";
import { MultiSelectField, type Option } from "~/ui/choice-field";
import { CopiedAddress } from "~/ui/copied-address";
import { withMembers } from "~/ui/frame/address";
import { Button, ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { FilterBar, FilterSelect } from "~/ui/frame/filter-bar";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { PostForm } from "~/ui/frame/post-form";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import { TextField } from "~/ui/text-field";
import { webhookAddPath } from "./paths";
import { webhookTexts } from "./texts";
import type { loadWebhook, loadWebhooks } from "./webhooks.server";

type Row = ReturnType<typeof useLoaderData<typeof loadWebhooks>>["rows"][number];

export function WebhookList({ rows }: { rows: Row[] }) {
  return (
    <Panel>
      <Table
        caption="Webhooks"
        columns={columns}
        rows={rows}
        rowKey={({ path }) => path}
        empty={
          <EmptyState
            icon="external"
            title="No webhooks yet"
            action={<ButtonLink to={webhookAddPath}>Add webhook</ButtonLink>}
          >
            {webhookTexts.none}
          </EmptyState>
        }
      />
    </Panel>
  );
}

const columns: Column<Row>[] = [
  {
    key: "name",
    header: "Webhook",
    card: "title",
    cell: ({ path, name, url }) => (
      <>
        <b className="font-semibold [overflow-wrap:anywhere]">
          <TextLink to={path}>{name}</TextLink>
        </b>
        <small className="block text-ink-3 [overflow-wrap:anywhere]">{url}</small>
      </>
    ),
  },
  {
    key: "state",
    header: "Status",
    card: "aside",
    cell: ({ state }) => <Pill tone={state.tone}>{state.words}</Pill>,
  },
  { key: "events", header: "Events", card: "plain", cell: ({ events }) => events },
  {
    key: "last",
    header: "Last delivery",
    cell: ({ last }) =>
      last ? (
        <span className="inline-flex flex-wrap items-center gap-x-2 max-md:justify-end">
          <Pill tone={last.tone}>{last.words}</Pill>
          <span className="whitespace-nowrap">{last.at}</span>
        </span>
      ) : (
        <span className="text-ink-3">{webhookTexts.notYet}</span>
      ),
  },
];

export function WebhookFields({ eventChoices }: { eventChoices: Option[] }) {
  return (
    <>
      <TextField name="name" label="Name" hint={webhookTexts.nameHint} />
      <TextField
        name="url"
        label="Address"
        hint={webhookTexts.urlHint}
        inputMode="url"
        spellCheck={false}
        placeholder="https://"
      />
      <MultiSelectField name="events" label="Events" options={eventChoices} />
    </>
  );
}

/** Shows a new secret, which is never shown again. */
export function SecretPanel({ secret, doneTo }: { secret: string; doneTo: string }) {
  return (
    <Panel title={webhookTexts.secretTitle}>
      <div role="status" className="grid gap-3">
        <p className="font-medium">{webhookTexts.secretOnce}</p>
        <p>
          <CopiedAddress url={secret} />
        </p>
        <p className="text-ink-2">{webhookTexts.secretUse}</p>
        <p>
          <code className="[overflow-wrap:anywhere]">{webhookTexts.signature}</code>
        </p>
        <div>
          <ButtonLink to={doneTo} variant="primary">
            Done
          </ButtonLink>
        </div>
      </div>
    </Panel>
  );
}

type Webhook = ReturnType<typeof useLoaderData<typeof loadWebhook>>;

/** Lists the deliveries, newest first. */
export function DeliveryLog({ path, rows, row, page, filters, isPaused }: Webhook) {
  const viewParams = { limit: sizeMember(page.limit) };
  const active = Object.values(filters).filter(Boolean).length;
  return (
    <Panel title="Log">
      <FilterBar
        label="Filter the log"
        search={
          <>
            <FilterSelect
              name="state"
              label="Status"
              any="Any status"
              value={filters.state}
              options={stateOptions}
            />
            <FilterSelect
              name="type"
              label="Event"
              any="All events"
              value={filters.type}
              options={typeOptions}
            />
          </>
        }
        active={active}
        clearTo={path}
        hidden={viewParams}
      />
      <Table
        caption="Log"
        columns={deliveryColumns(isPaused)}
        rows={rows}
        rowKey={({ ref }) => ref}
        empty={
          <EmptyState icon="clock" title={active ? "No Data Found" : webhookTexts.notYet}>
            {active ? webhookTexts.noMatch : webhookTexts.noLog}
          </EmptyState>
        }
      />
      <ListPager
        page={page}
        row={row}
        rowCount={rows.length}
        href={(at) => withMembers(path, { ...filters, ...viewParams }, at)}
      />
    </Panel>
  );
}

const stateOptions = deliveryStates.map((state) => ({
  value: state,
  label: deliveryStateLabels[state],
}));
const typeOptions = [...webhookEventKinds, "test" as const].map((kind) => ({
  value: kind,
  label: webhookEventLabels[kind],
}));

const deliveryColumns = (isPaused: boolean): Column<Webhook["rows"][number]>[] => [
  {
    key: "event",
    header: "Event",
    card: "title",
    cell: ({ type, eventId, isResend }) => (
      <>
        <b className="font-semibold">{isResend ? `${type} (sent again)` : type}</b>
        <small className="block text-ink-3 [overflow-wrap:anywhere]">{eventId}</small>
      </>
    ),
  },
  {
    key: "state",
    header: "Status",
    card: "aside",
    cell: ({ state }) => <Pill tone={state.tone}>{state.words}</Pill>,
  },
  {
    key: "occurred",
    header: "When",
    cell: ({ occurred }) => <span className="whitespace-nowrap">{occurred}</span>,
  },
  {
    key: "attempts",
    header: "Attempts",
    cell: ({ attempts, next }) => (
      <>
        {attempts}
        {next ? <small className="block whitespace-nowrap text-ink-3">Next: {next}</small> : null}
      </>
    ),
  },
  {
    key: "result",
    header: "Last answer",
    card: "plain",
    cell: ({ result, took, answer }) =>
      result ? (
        <div className="md:max-w-80">
          {[result, took].filter(Boolean).join(", ")}
          {answer ? (
            <details>
              <summary className="cursor-pointer rounded-sm py-1 text-sm text-ink underline underline-offset-2">
                Show answer
              </summary>
              <code className="block whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">
                {answer}
              </code>
            </details>
          ) : null}
        </div>
      ) : (
        <span className="text-ink-3">–</span>
      ),
  },
  {
    key: "act",
    header: "Actions",
    card: "plain",
    cell: ({ ref, type, occurred }) =>
      isPaused ? null : (
        <PostForm>
          <Button small variant="quiet" name="delivery" value={ref} className="whitespace-nowrap">
            Send again
            <span className="sr-only">
              : {type}, {occurred}
            </span>
          </Button>
        </PostForm>
      ),
  },
];
