import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PublicDemos } from "~/features/demo-playlists/public-demos";
import { loadPublicDemos } from "~/features/demo-playlists/public-demos.server";
import { publicDemoTexts } from "~/features/demo-playlists/texts";
import type { ScriptHandle } from "~/root";

export const handle: ScriptHandle = { script: false };
export const meta: MetaFunction = () => [
  { title: publicDemoTexts.title },
  { name: "description", content: publicDemoTexts.description },
];

export const loader = (args: LoaderFunctionArgs) => loadPublicDemos(args);

export default function Demos() {
  return <PublicDemos {...useLoaderData<typeof loader>()} />;
}
