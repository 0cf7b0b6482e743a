import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DeliveryHead } from "~/features/ads/delivery-head";
import { requireCampaign } from "~/features/ads/own-campaign.server";
import { campaignProofPath, proofDownloadPath, proofPdfPath } from "~/features/ads/paths";
import { ProofBody } from "~/features/ads/proof";
import { loadProof } from "~/features/ads/proof.server";
import { ProofLinks } from "~/features/ads/proof-links";
import { submitProofLink } from "~/features/ads/proof-links.server";
import { proofTexts } from "~/features/ads/proof-words";
import { ButtonLink } from "~/ui/frame/button";
import { Downloads } from "~/ui/frame/downloads";
import { Failure } from "~/ui/frame/failure";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Proof of play of ${data?.name ?? "campaign"} · Fever In-Store` },
];

export const loader = async (args: LoaderFunctionArgs) => loadProof(await requireCampaign(args));
export const action = async (args: ActionFunctionArgs) =>
  submitProofLink(args, await requireCampaign(args));

export default function Proof() {
  const { proof, links, ...head } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const refused = result && "fields" in result ? result : undefined;
  return (
    <>
      <DeliveryHead
        {...head}
        title={`Proof of play of ${head.name}`}
        lead={proofTexts.lead}
        current={campaignProofPath(head.path)}
        actions={
          <>
            <ButtonLink to={proofPdfPath(head.path)} download icon="download">
              Download PDF
            </ButtonLink>
            <Downloads to={proofDownloadPath(head.path)} />
          </>
        }
      />
      <Failure failure={refused?.failure} />
      <ProofLinks
        links={links}
        created={result && "created" in result ? result.created : undefined}
        refused={refused}
      />
      <ProofBody {...proof} />
    </>
  );
}
