import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdsTabs } from "~/features/ads/ads-tabs";
import { BrandList } from "~/features/ads/brand-contacts";
import { brandTexts } from "~/features/ads/brand-words";
import { loadBrands } from "~/features/ads/brands.server";
import { brandsPath } from "~/features/ads/paths";
import { requireArea } from "~/lib/session/guard.server";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Brands · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadBrands(args, await requireArea(args, "NON_MUSIC"));

export default function Brands() {
  const list = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Brands" lead={brandTexts.lead} />
      <AdsTabs current={brandsPath} />
      <BrandList {...list} />
    </>
  );
}
