import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { RequestList } from "~/features/onboarding/request-list";
import { loadRequests } from "~/features/onboarding/requests.server";
import { requestsTexts } from "~/features/onboarding/texts";
import { requireArea } from "~/lib/session/guard.server";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Requests · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadRequests(args, await requireArea(args, "COMPANIES", { company: false }));
}

export default function Requests() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Requests" lead={requestsTexts.lead} />
      <RequestList {...data} />
    </>
  );
}
