import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { adminPath } from "~/features/dashboard/paths";
import { SaveFilterForm } from "~/features/saved-filters/save-filter-form";
import { saveCurrent } from "~/features/saved-filters/saved-filters.server";
import { savedFiltersTexts } from "~/features/saved-filters/texts";
import { requireAdmin } from "~/lib/session/guard.server";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Save filters · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  return data(null);
}

/**
 * Saves the filters that the bar above a list posted. This page is shown only if they could not be
 * saved.
 */
export async function action(args: ActionFunctionArgs) {
  return saveCurrent(args, await requireAdmin(args));
}

export default function SaveFilters() {
  const result = useActionData<typeof action>();
  const { list = "", filters = "", back = "" } = textsOf(result?.fields.values);
  return (
    <>
      <PageHead title="Save filters" lead={savedFiltersTexts.lead} />
      <Failure failure={result?.failure} />
      {list && filters && back ? (
        <SaveFilterForm fields={result?.fields ?? {}} list={list} filters={filters} back={back}>
          <ButtonLink to={`${back}?${filters}`}>Cancel</ButtonLink>
        </SaveFilterForm>
      ) : (
        <EmptyState
          title="No List Found"
          action={<ButtonLink to={adminPath}>Back to the dashboard</ButtonLink>}
        >
          {savedFiltersTexts.none}
        </EmptyState>
      )}
    </>
  );
}

const textsOf = (values: Record<string, string | string[]> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
