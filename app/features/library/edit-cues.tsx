import type { ComponentProps } from "react";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { PlayButton } from "~/ui/play-button";
import { TextField } from "~/ui/text-field";
import { cueTexts } from "./texts";
import { Waveform } from "./waveform";

type Crumb = { label: string; to: string };
type FormProps = ComponentProps<typeof Form>;
type Props = {
  /** Leads back to the list and to the item with the audio. */
  crumbs: readonly [list: Crumb, item: Crumb];
  sound: string;
  wave: ComponentProps<typeof Waveform>;
  fields: FormProps["fields"];
  result:
    | { failure?: ComponentProps<typeof Failure>["failure"]; fields?: FormProps["fields"] }
    | undefined;
};

/**
 * The page that sets where an item's sound starts and ends in its file, for songs and
 * spots.
 */
export const EditCues = ({ crumbs, sound, wave, fields, result }: Props) => (
  <>
    <PageHead crumbs={[...crumbs]} title={cueTexts.title(crumbs[1].label)} lead={cueTexts.lead} />
    <Failure failure={result?.failure} />
    <Panel title="Audio">
      <div className="flex items-center gap-3 sm:gap-4">
        <PlayButton src={sound} title={crumbs[1].label} />
        <Waveform {...wave} />
      </div>
    </Panel>
    <Form fields={{ ...fields, ...result?.fields }}>
      <TextField name="cueInSeconds" label="Start" hint={cueTexts.start} inputMode="decimal" />
      <TextField name="cueOutSeconds" label="End" hint={cueTexts.end} inputMode="decimal" />
      <FormActions>
        <Button variant="primary">Save start and end</Button>
        <ButtonLink to={crumbs[1].to}>Cancel</ButtonLink>
      </FormActions>
    </Form>
  </>
);
