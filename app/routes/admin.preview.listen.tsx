import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListenThrough } from "~/features/schedule/listen-day";
import { loadListenDay } from "~/features/schedule/listen-day.server";
import { NoGroups } from "~/features/schedule/no-groups";
import { previewPath } from "~/features/schedule/paths";
import { listenTexts } from "~/features/schedule/texts";
import { requireArea } from "~/lib/session/guard.server";
import { ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "Listen to a day"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadListenDay(args.request, await requireArea(args, "PREVIEW"));
}

export default function ListenToDay() {
  const day = useLoaderData<typeof loader>();
  const crumbs = [{ label: "Preview", to: previewPath }];
  if (!day)
    return (
      <>
        <PageHead crumbs={crumbs} title="Listen to a day" />
        <NoGroups />
      </>
    );
  return (
    <>
      <PageHead
        crumbs={[...crumbs, { label: "Day", to: day.dayTo }]}
        title={day.title}
        lead={listenTexts.lead}
        actions={<ButtonLink to={day.dayTo}>Open the day</ButtonLink>}
      />
      <ListenThrough songs={day.songs} />
    </>
  );
}
