import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ApiCall } from "~/features/tokens/api-calls";
import { loadApiReference } from "~/features/tokens/api-reference.server";
import { apiReferencePath, tokensPath } from "~/features/tokens/paths";
import { apiReferenceTexts } from "~/features/tokens/texts";
import { requireTokens } from "~/features/tokens/tokens.server";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { FilterBar, FilterSearch, FilterSelect } from "~/ui/frame/filter-bar";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { TextLink } from "~/ui/frame/text-link";

export const meta: MetaFunction = () => [{ title: "API reference · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadApiReference(args, await requireTokens(args));

export default function ApiReference() {
  const { filters, active, areas, calls, more, baseUrl } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        crumbs={[{ label: "API tokens", to: tokensPath }]}
        title="API reference"
        lead={apiReferenceTexts.lead}
        actions={
          <ButtonLink to="/api/openapi.json" reloadDocument>
            {apiReferenceTexts.document}
          </ButtonLink>
        }
      />
      <Panel>
        <FilterBar
          label="Search the API"
          clearTo={apiReferencePath}
          active={active}
          search={
            <FilterSearch
              name="search"
              label="Search"
              value={filters.search}
              placeholder="Store, POST, schedule"
            />
          }
        >
          <FilterSelect
            name="area"
            label="Area"
            any="All areas"
            value={filters.area}
            options={areas.map(({ name, label }) => ({ value: name, label }))}
          />
        </FilterBar>
        <p className="px-4 py-3 text-sm text-ink-2 [overflow-wrap:anywhere]">
          {apiReferenceTexts.base(`${baseUrl}/api`)} <code>{"Authorization: Bearer <token>"}</code>
        </p>
      </Panel>
      {calls ? null : (
        <Panel title="Areas" lead={apiReferenceTexts.areas}>
          <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2 md:grid-cols-3">
            {areas.map(({ name, label, to, calls }) => (
              <li key={name}>
                <TextLink to={to}>{label}</TextLink>{" "}
                <span className="text-sm text-ink-3">{calls}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {calls && calls.length === 0 ? (
        <Panel>
          <EmptyState title={apiReferenceTexts.none} />
        </Panel>
      ) : null}
      {calls && calls.length > 3 ? (
        <Panel title="Calls" className="print:hidden">
          <ul className="grid gap-1">
            {calls.map(({ id, title, method }) => (
              <li key={id}>
                <a href={`#${id}`} className="inline-link">
                  {title}
                </a>{" "}
                <span className="text-sm text-ink-3">{method}</span>
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
      {calls?.map((call) => (
        <ApiCall key={call.id} {...call} />
      ))}
      {more ? <p className="mb-4 text-ink-2">{more}</p> : null}
    </>
  );
}
