import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadLinkedProof } from "~/features/ads/linked-proof.server";
import { LinkedProof, NoProof } from "~/features/ads/proof";
import { proofTexts } from "~/features/ads/proof-words";
import type { ScriptHandle } from "~/root";

export const handle: ScriptHandle = { script: false };
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.title ?? proofTexts.deadLink },
  { name: "robots", content: "noindex" },
];

export const loader = (args: LoaderFunctionArgs) => loadLinkedProof(args);

export default function ProofOfPlay() {
  const proof = useLoaderData<typeof loader>();
  return proof ? <LinkedProof {...proof} /> : <NoProof />;
}
