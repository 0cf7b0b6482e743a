import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { spotsPath } from "~/features/ads/paths";
import { loadSpotCues, saveSpotCues } from "~/features/ads/spot-form.server";
import { requireSpots } from "~/features/ads/spots.server";
import { EditCues } from "~/features/library/edit-cues";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Start and end of ${data?.name ?? "a spot"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadSpotCues(args, await requireSpots(args));
}

export async function action(args: ActionFunctionArgs) {
  return saveSpotCues(args, await requireSpots(args));
}

export default function EditSpotCues() {
  const { path, name, ...editorProps } = useLoaderData<typeof loader>();
  const crumbs = [
    { label: "Ad spots", to: spotsPath },
    { label: name, to: path },
  ] as const;
  return <EditCues crumbs={crumbs} {...editorProps} result={useActionData<typeof action>()} />;
}
