import type { ComponentProps } from "react";
import { FileField } from "~/ui/file-field";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";

type Crumb = { label: string; to: string };
type Props = {
  /** Leads back to the list and to the item with the audio. */
  crumbs: readonly [list: Crumb, item: Crumb];
  title: string;
  lead: string;
  fileHint: string;
  result:
    | {
        failure?: ComponentProps<typeof Failure>["failure"];
        fields?: ComponentProps<typeof Form>["fields"];
      }
    | undefined;
};

/** The page that replaces an item's audio file, for songs and spots. */
export const ReplaceAudio = ({ crumbs, title, lead, fileHint, result }: Props) => (
  <>
    <PageHead crumbs={[...crumbs]} title={title} lead={lead} />
    <Failure failure={result?.failure} />
    <Form multipart fields={result?.fields ?? {}}>
      <FileField name="file" label="Audio file" kind="audio" hint={fileHint} />
      <FormActions>
        <Button variant="primary" icon="upload">
          Replace audio
        </Button>
        <ButtonLink to={crumbs[1].to}>Cancel</ButtonLink>
      </FormActions>
    </Form>
  </>
);
