import { PageHead } from "~/ui/frame/page-head";
import { Pill, type Tone } from "~/ui/frame/pill";
import { CampaignTabs } from "./campaign-tabs";
import { adsPath } from "./paths";

type HeadProps = {
  title: string;
  finding?: string | undefined;
  lead: string;
  name: string;
  path: string;
  state: { tone: Tone; words: string };
  flight: string;
  /** The address of the page shown. */
  current: string;
  actions?: React.ReactNode;
};

/** The head of a delivery page, with tabs to the campaign's other delivery pages. */
export const DeliveryHead = ({
  title,
  finding,
  lead,
  name,
  path,
  state,
  flight,
  current,
  actions,
}: HeadProps) => (
  <>
    <PageHead
      crumbs={[
        { label: "Ads", to: adsPath },
        { label: name, to: path },
      ]}
      title={title}
      finding={finding}
      lead={
        <>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Pill tone={state.tone}>{state.words}</Pill>
            <span>{flight}</span>
          </span>
          <span className="mt-1 block">{lead}</span>
        </>
      }
      actions={actions}
    />
    <CampaignTabs path={path} current={current} />
  </>
);
