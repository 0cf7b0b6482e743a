import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { menu } from "~/features/ui-gallery/gallery-data";
import { GalleryForms } from "~/features/ui-gallery/gallery-forms";
import { GalleryLists } from "~/features/ui-gallery/gallery-lists";
import { GalleryPieces } from "~/features/ui-gallery/gallery-pieces";
import { GalleryTime } from "~/features/ui-gallery/gallery-time";
import { ButtonLink } from "~/ui/button";
import type { ChartKind } from "~/ui/chart";
import { ConfirmPage } from "~/ui/confirm";
import { PageHead } from "~/ui/page-head";
import { Shell } from "~/ui/shell";

export const meta: MetaFunction = () => [{ title: "Every piece | Fever In-Store" }];

/** Every piece in every state, for those who build pages; exists in development and in the demo only. */
export function loader({ context, request }: LoaderFunctionArgs) {
  onlyWhereShown(context);
  const query = new URL(request.url).searchParams;
  const chart = query.get("chart");
  const kind: ChartKind = chart === "pie" || chart === "linear" ? chart : "bar";
  return {
    kind,
    confirm: query.has("confirm"),
    by: query.get("sort") ?? "name",
    direction: query.get("direction") === "desc" ? ("desc" as const) : ("asc" as const),
  };
}

/** Takes nothing in: refuses what was typed, so that the refused form can be seen. */
export async function action({ context, request }: ActionFunctionArgs) {
  onlyWhereShown(context);
  const form = await request.formData();
  const values = Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
  return data({ errors: { code: ["Only alphabets, numbers and special character (),-,. are allowed."] }, values }, { status: 422 });
}

export default function UiGallery() {
  const { kind, confirm, by, direction } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <Shell
      menu={menu}
      user={{ name: "Meera Nair", role: "Super Admin", email: "meera@example.com", accountTo: "/admin/account", signOutTo: "/admin/_ui" }}
      company={{ name: "Northwind Retail", detail: "240 stores" }}
      companies={{
        action: "/admin/_ui",
        method: "get",
        name: "company",
        value: "1",
        options: [
          { id: "1", name: "Northwind Retail" },
          { id: "2", name: "Corner Coffee" },
        ],
      }}
    >
      {confirm ? (
        <ConfirmPage
          title="Deactivate Andheri West?"
          message="Its player stops within a minute. Its schedule and its 3 bookings are kept."
          confirmLabel="Deactivate store"
          cancelTo="/admin/_ui"
        />
      ) : (
        <>
          <PageHead
            crumbs={[{ label: "Northwind Retail", to: "/admin" }]}
            title="Every piece"
            lead="What pages are made of, in every state."
            actions={
              <>
                <ButtonLink to="/admin/_ui">Import</ButtonLink>
                <ButtonLink to="/admin/_ui" variant="primary">
                  Add store
                </ButtonLink>
              </>
            }
          />
          <GalleryLists sort={{ by, direction }} />
          <GalleryPieces />
          <GalleryForms fields={refused} />
          <GalleryTime kind={kind} />
        </>
      )}
    </Shell>
  );
}

function onlyWhereShown(context: { demo?: unknown }) {
  if (import.meta.env.PROD && context.demo !== true) throw data({ message: "There is no page at this address." }, { status: 404 });
}
