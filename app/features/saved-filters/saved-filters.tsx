import { Link, type useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/ui/button";
import { Form, FormActions } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Icon } from "~/ui/icon";
import { TextField } from "~/ui/text-field";
import type { loadSavedFilters } from "./saved-filters.server";

export type SavedFiltersData = ReturnType<typeof useLoaderData<() => ReturnType<typeof loadSavedFilters>>>;

/** A bar above any list: the user's saved filters as links, and a way to save those in use. Nothing shows where there is nothing to do. */
export function SavedFilters({ list, path, now, saved, action, constraints }: SavedFiltersData) {
  if (saved.length === 0 && now === null) return null;
  return (
    <div className="mb-4 flex flex-wrap items-start gap-x-2 gap-y-2">
      {saved.length > 0 ? (
        <nav aria-label="Saved filters" className="contents">
          <ul className="flex flex-wrap gap-2">
            {saved.map(({ ref, name, to, isCurrent, removeTo }) => (
              <li
                key={ref}
                className="flex max-w-full overflow-hidden rounded-full border border-line bg-panel has-[[aria-current]]:border-brand"
              >
                <Link
                  to={to}
                  aria-current={isCurrent ? "true" : undefined}
                  className="flex min-h-[32px] min-w-0 items-center px-3 text-sm no-underline -outline-offset-2 hover:bg-sunken focus-visible:-outline-offset-2 aria-[current]:bg-brand-tint aria-[current]:font-medium aria-[current]:text-brand-on-tint"
                >
                  <span className="truncate">{name}</span>
                </Link>
                <Link
                  to={removeTo}
                  className="grid min-h-[32px] w-8 shrink-0 place-items-center border-l border-line text-ink-3 -outline-offset-2 hover:bg-sunken hover:text-ink focus-visible:-outline-offset-2"
                >
                  <Icon name="close" size={14} label={`Remove the saved filter ${name}`} />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      {now === null ? null : (
        <details key={now}>
          <summary className="btn btn-quiet">Save these filters</summary>
          <div className="panel mt-2 p-4">
            <SaveFilterForm action={action} fields={{ constraints }} list={list} filters={now} back={path} />
          </div>
        </details>
      )}
    </div>
  );
}

type FormProps = { action?: string; fields: FormFields; list: string; filters: string; back: string; children?: ReactNode };

/** The name under which the filters in use are saved. */
export function SaveFilterForm({ action, fields, list, filters, back, children }: FormProps) {
  return (
    <Form id="save-filter" action={action} fields={fields}>
      <input type="hidden" name="list" value={list} />
      <input type="hidden" name="filters" value={filters} />
      <input type="hidden" name="back" value={back} />
      <TextField name="name" label="Name" hint="As you will look for it, for example: Offline in the north" />
      <FormActions>
        <Button variant="primary">Save filters</Button>
        {children}
      </FormActions>
    </Form>
  );
}
