import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { wallPath } from "~/features/alerts/paths";
import { loadShift, saveHandOver } from "~/features/alerts/shift.server";
import {
  HandOverForm,
  RepairTimes,
  RepeatingStores,
  ShiftAlerts,
  ShiftCounts,
} from "~/features/alerts/shift-page";
import { requireWall } from "~/features/alerts/wall.server";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Tabs } from "~/ui/frame/tabs";

export const meta: MetaFunction = () => [{ title: "Shift hand-over · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadShift(args, await requireWall(args));
}

export async function action(args: ActionFunctionArgs) {
  return saveHandOver(args, await requireWall(args));
}

/** A shift's open work, to read, print and hand over. */
export default function ShiftPage() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        crumbs={[{ label: "Operations", to: wallPath }]}
        title="Shift hand-over"
        lead={data.lead}
      />
      <Failure failure={result?.failure} />
      <Tabs label="Shift" tabs={data.choices} />
      <ShiftCounts {...data} />
      <HandOverForm {...data} result={result?.fields} />
      <ShiftAlerts {...data} />
      <div className="grid items-start gap-x-6 lg:grid-cols-2">
        <RepeatingStores {...data} />
        <RepairTimes {...data} />
      </div>
    </>
  );
}
