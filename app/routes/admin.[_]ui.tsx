import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminPath } from "~/features/dashboard/paths";
import { GalleryForms } from "~/features/ui-gallery/gallery-forms";
import { GalleryLists } from "~/features/ui-gallery/gallery-lists";
import { GalleryPieces } from "~/features/ui-gallery/gallery-pieces";
import { GalleryTime } from "~/features/ui-gallery/gallery-time";
import { galleryPath } from "~/features/ui-gallery/paths";
import { requireAdmin } from "~/lib/session/guard.server";
import type { ChartKind } from "~/ui/chart-scale";
import { ConfirmPage } from "~/ui/confirm-page";
import { ButtonLink } from "~/ui/frame/button";
import { RouteDialog } from "~/ui/frame/dialog";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Components | Fever In-Store" }];

/**
 * Shows components in every state, for developers; exists only in development and in the demo.
 */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  onlyWhereShown(args.context);
  const query = new URL(args.request.url).searchParams;
  const chart = query.get("chart");
  const kind: ChartKind = chart === "pie" || chart === "linear" ? chart : "bar";
  return {
    kind,
    confirm: query.has("confirm"),
    dialog: query.has("dialog"),
    sort: query.get("sort") ?? "name",
  };
}

/** Stores nothing and refuses every form, to show refused fields. */
export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  onlyWhereShown(args.context);
  const form = await args.request.formData();
  const values = Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  return data(
    {
      errors: { code: ["Only alphabets, numbers and special character (),-,. are allowed."] },
      values,
    },
    { status: 422 },
  );
}

export default function UiGallery() {
  const { kind, confirm, dialog, sort } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      {confirm ? (
        <ConfirmPage
          title="Deactivate Andheri West?"
          message="Its player stops within a minute. Its schedule and its 3 bookings are kept."
          confirmLabel="Deactivate store"
          cancelTo={galleryPath}
        />
      ) : (
        <>
          <PageHead
            crumbs={[{ label: "Northwind Retail", to: adminPath }]}
            title="Components"
            lead="Every component of the pages, in every state."
            actions={
              <>
                <ButtonLink to={galleryPath}>Import</ButtonLink>
                <ButtonLink to={galleryPath} variant="primary">
                  Add store
                </ButtonLink>
              </>
            }
          />
          {dialog ? (
            <RouteDialog title="Manage users for Zone - Mumbai" height={500} closeTo={galleryPath}>
              <p>Two lists go here. Closing the dialog saves nothing.</p>
            </RouteDialog>
          ) : null}
          <GalleryLists sort={sort} />
          <GalleryPieces />
          <GalleryForms fields={refused} />
          <GalleryTime kind={kind} />
        </>
      )}
    </>
  );
}

function onlyWhereShown(context: { demo?: unknown }) {
  if (import.meta.env.PROD && context.demo !== true)
    throw Response.json({ message: "There is no page at this address." }, { status: 404 });
}
