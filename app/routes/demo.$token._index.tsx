import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NoDemo, PublicDemo } from "~/features/demo-playlists/public-demos";
import { loadPublicDemo } from "~/features/demo-playlists/public-demos.server";
import { publicDemoTexts } from "~/features/demo-playlists/texts";

/** Keeps search engines away, because the link was sent to one person. */
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.name ?? publicDemoTexts.deadLink} · Fever In-Store` },
  { name: "robots", content: "noindex" },
];

export const loader = (args: LoaderFunctionArgs) => loadPublicDemo(args);

export default function Demo() {
  const demo = useLoaderData<typeof loader>();
  return demo ? <PublicDemo {...demo} /> : <NoDemo />;
}
