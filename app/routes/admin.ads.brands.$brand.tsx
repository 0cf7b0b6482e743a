import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BrandContacts } from "~/features/ads/brand-contacts";
import { loadBrand, saveContacts } from "~/features/ads/brands.server";
import { brandsPath } from "~/features/ads/paths";
import { requireArea } from "~/lib/session/guard.server";
import { ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.name ?? "Brand"} · Fever In-Store` },
];

export const loader = async (args: LoaderFunctionArgs) =>
  loadBrand(args, await requireArea(args, "NON_MUSIC"));
export const action = async (args: ActionFunctionArgs) =>
  saveContacts(args, await requireArea(args, "NON_MUSIC"));

export default function Brand() {
  const brand = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <Failure failure={result?.failure} />
      <PageHead
        crumbs={[{ label: "Brands", to: brandsPath }]}
        title={brand.name}
        actions={<ButtonLink to={brand.yearPath}>Year plan</ButtonLink>}
      />
      <BrandContacts {...brand} refused={result?.fields} />
    </>
  );
}
