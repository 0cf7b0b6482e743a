import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { storesPath } from "~/features/stores/paths";
import { timelineTexts } from "~/features/telemetry/texts";
import { DayHours, DayPicture, DayPlays } from "~/features/telemetry/timeline";
import { loadTimeline } from "~/features/telemetry/timeline.server";
import { requireArea } from "~/lib/session/guard.server";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Day of ${data?.name ?? "store"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadTimeline(args.request, args.params.id, await requireArea(args, "STORES"));
}

export default function StoreDay() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Stores", to: storesPath },
          { label: data.name, to: data.store },
        ]}
        title={`Day of ${data.name}`}
        lead={timelineTexts.lead}
      />
      <DayPicture {...data} />
      <DayHours {...data} />
      <DayPlays {...data} />
    </>
  );
}
