import type { useLoaderData } from "@remix-run/react";
import { CopiedAddress } from "~/ui/copied-address";
import { ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { EmptyState } from "~/ui/frame/empty-state";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import { tokenAddPath, tokensPath } from "./paths";
import { tokenTexts } from "./texts";
import type { loadTokens } from "./tokens.server";

type Row = ReturnType<typeof useLoaderData<typeof loadTokens>>["rows"][number];

export function TokenList({ rows }: { rows: Row[] }) {
  return (
    <Panel>
      <Table
        caption="API tokens"
        columns={columns}
        rows={rows}
        rowKey={({ begins }) => begins}
        empty={
          <EmptyState
            icon="key"
            title="No API tokens yet"
            action={<ButtonLink to={tokenAddPath}>Create token</ButtonLink>}
          >
            {tokenTexts.none}
          </EmptyState>
        }
      />
    </Panel>
  );
}

const columns: Column<Row>[] = [
  {
    key: "name",
    header: "Token",
    card: "title",
    cell: ({ name, begins }) => (
      <>
        <b className="font-semibold [overflow-wrap:anywhere]">{name}</b>
        <small className="block text-ink-3 [overflow-wrap:anywhere]">{begins}</small>
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
    key: "kind",
    header: "Kind",
    cell: ({ kind, by }) => (
      <>
        {kind}
        {by ? (
          <small className="block text-ink-3 [overflow-wrap:anywhere]">Acts as {by}</small>
        ) : null}
      </>
    ),
  },
  {
    key: "scopes",
    header: "Scopes",
    card: "plain",
    cell: ({ scopes }) => <span className="[overflow-wrap:anywhere]">{scopes}</span>,
  },
  {
    key: "used",
    header: "Last used",
    cell: ({ lastUsed }) =>
      lastUsed ? (
        <span className="whitespace-nowrap">{lastUsed}</span>
      ) : (
        <span className="text-ink-3">{tokenTexts.neverUsed}</span>
      ),
  },
  {
    key: "expires",
    header: "Expires",
    cell: ({ expires }) => <span className="whitespace-nowrap">{expires}</span>,
  },
  {
    key: "act",
    header: "Actions",
    card: "plain",
    cell: ({ revoke, revokedBy }) =>
      revoke ? (
        <ConfirmLink {...revoke} small />
      ) : (
        <span className="text-ink-3">{revokedBy ? `Revoked by ${revokedBy}` : "–"}</span>
      ),
  },
];

type NewToken = { name: string; token: string; expires: string };

/** Shows a new token, which is never shown again. */
export function CreatedToken({ name, token, expires }: NewToken) {
  return (
    <Panel title={tokenTexts.created(name)}>
      <div role="status" className="grid gap-3">
        <p className="font-medium">{tokenTexts.once}</p>
        <p>
          <CopiedAddress url={token} />
        </p>
        <p className="text-ink-2">
          {tokenTexts.use}{" "}
          <code className="[overflow-wrap:anywhere]">
            Authorization: Bearer {token.slice(0, 12)}…
          </code>{" "}
          {tokenTexts.expires(expires)}
        </p>
        <div>
          <ButtonLink to={tokensPath} variant="primary">
            Done
          </ButtonLink>
        </div>
      </div>
    </Panel>
  );
}
