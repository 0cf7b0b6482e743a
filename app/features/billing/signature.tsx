import { FileField } from "~/ui/file-field";
import { Form } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button } from "~/ui/frame/button";
import { ConfirmLink, type ConfirmLinkData } from "~/ui/frame/confirm";
import { Panel } from "~/ui/frame/panel";
import { signatureTexts as texts } from "./texts";

/** A picture of a signature, on white as in print, also where the page is dark. */
export function Signature({ src }: { src: string }) {
  return (
    <img
      src={src}
      alt="Signature"
      loading="lazy"
      className="h-16 max-w-full rounded-lg border border-line bg-white object-contain p-1"
    />
  );
}

/** The form of the signature's picture, beside the settings' own. */
export function SignaturePanel({
  signature,
  removal,
  fields,
}: {
  signature: string | null;
  removal: ConfirmLinkData;
  fields: FormFields;
}) {
  return (
    <Panel title="Signature" lead={texts.lead}>
      <Form id="signature" multipart fields={fields}>
        {signature ? (
          <div className="flex max-w-form flex-wrap items-center gap-3">
            <Signature src={signature} />
            <ConfirmLink {...removal} small icon="trash" />
          </div>
        ) : null}
        <FileField
          name="signature"
          label={signature ? "Another picture" : "Picture of the signature"}
          hint={texts.hint}
          kind="image"
        />
        <div>
          <Button icon="upload">Upload signature</Button>
        </div>
      </Form>
    </Panel>
  );
}
