import { Form, Link } from "@remix-run/react";
import { longestSearch } from "~/ui/form-fields";
import { Button } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Panel } from "~/ui/frame/panel";
import { TextLink } from "~/ui/frame/text-link";
import { searchPath } from "./paths";
import type { HitGroup } from "./search.server";
import { searchTexts } from "./texts";

export function SearchForm({ q }: { q: string }) {
  return (
    <Form method="get" action={searchPath} className="print:hidden mb-4 grid max-w-form gap-1">
      <label htmlFor="search-for" className="text-xs font-medium text-ink-2">
        Search for
      </label>
      <div className="flex gap-2">
        <input
          key={q}
          type="search"
          id="search-for"
          name="q"
          defaultValue={q}
          maxLength={longestSearch}
          required
          className="control"
        />
        <Button>Search</Button>
      </div>
    </Form>
  );
}

export function SearchResults({ q, groups }: { q: string; groups: HitGroup[] }) {
  if (q === "") return null;
  if (groups.length === 0)
    return (
      <Panel>
        <EmptyState title={`Nothing matches “${q}”`}>{searchTexts.nothing}</EmptyState>
      </Panel>
    );
  return groups.map(({ title, hits, all }) => (
    <Panel key={title} title={title}>
      <ul className="divide-y divide-line">
        {hits.map(({ label, details, to }) => (
          <li key={to} className="py-2.5 [overflow-wrap:anywhere]">
            <TextLink to={to}>{label}</TextLink>
            {details ? <span className="block text-sm text-ink-3">{details}</span> : null}
          </li>
        ))}
        {all.map(({ label, to }) => (
          <li key={to} className="py-2.5 print:hidden">
            <Link to={to} className="btn btn-small">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  ));
}
