import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { spotsPath } from "~/features/ads/paths";
import { loadSpotReplace, replaceAudio } from "~/features/ads/spot-form.server";
import { requireSpots } from "~/features/ads/spots.server";
import { spotFormTexts } from "~/features/ads/texts";
import { ReplaceAudio } from "~/features/library/replace-audio";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Replace the audio of ${data?.name ?? "a spot"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadSpotReplace(args, await requireSpots(args));
}

export async function action(args: ActionFunctionArgs) {
  return replaceAudio(args, await requireSpots(args));
}

export default function ReplaceSpotAudio() {
  const { path, name, now } = useLoaderData<typeof loader>();
  return (
    <ReplaceAudio
      crumbs={[
        { label: "Ad spots", to: spotsPath },
        { label: name, to: path },
      ]}
      title={spotFormTexts.replaceTitle(name)}
      lead={spotFormTexts.replaceLead(now)}
      fileHint={spotFormTexts.fileHint}
      result={useActionData<typeof action>()}
    />
  );
}
