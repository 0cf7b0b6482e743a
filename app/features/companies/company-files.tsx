import { CurrentFile, FileField } from "~/ui/file-field";
import { Form } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button, ButtonLink } from "~/ui/frame/button";
import { ConfirmLink, type ConfirmLinkData } from "~/ui/frame/confirm";
import { Panel } from "~/ui/frame/panel";
import { documentPath } from "./paths";
import { companyTexts } from "./texts";

type Props = {
  icon: string | null;
  iconRemoval: ConfirmLinkData;
  contracts: { ref: string; name: string; about: string; removal: ConfirmLinkData }[];
  /** The number of contracts that may still be added. */
  room: number;
  result: { form: string; fields: FormFields } | undefined;
};

/** A company's icon and its contract documents, each with a form of its own. */
export function CompanyFiles({ icon, iconRemoval, contracts, room, result }: Props) {
  const fieldsOf = (form: string) => (result?.form === form ? result.fields : {});
  return (
    <>
      <Panel title="Icon" lead={companyTexts.icon}>
        {icon ? (
          <div className="mb-4">
            <CurrentFile name="The icon now" src={icon}>
              <ConfirmLink {...iconRemoval} small icon="trash" />
            </CurrentFile>
          </div>
        ) : null}
        <Form id="icon" multipart fields={fieldsOf("icon")}>
          <FileField name="icon" label={icon ? "Another icon" : "Icon file"} kind="image" />
          <div>
            <Button icon="upload">Upload icon</Button>
          </div>
        </Form>
      </Panel>
      <Panel title="Contract documents" lead="Up to five documents.">
        <div className="grid gap-4">
          {contracts.length === 0 ? (
            <p className="text-ink-3">No documents yet.</p>
          ) : (
            <ul className="divide-y divide-line">
              {contracts.map(({ ref, name, about, removal }) => (
                <li
                  key={ref}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
                >
                  <span className="min-w-0">
                    <b className="block font-semibold [overflow-wrap:anywhere]">{name}</b>
                    <span className="text-sm text-ink-3">{about}</span>
                  </span>
                  <span className="flex gap-2">
                    <ButtonLink to={documentPath(ref)} download small icon="download">
                      Download<span className="sr-only"> {name}</span>
                    </ButtonLink>
                    <ConfirmLink {...removal} of={name} small icon="trash" />
                  </span>
                </li>
              ))}
            </ul>
          )}
          {room > 0 ? (
            <Form id="contracts" multipart fields={fieldsOf("contracts")}>
              <FileField name="contracts" label="Add documents" kind="document" multiple />
              <div>
                <Button icon="upload">Upload documents</Button>
              </div>
            </Form>
          ) : (
            <p className="text-ink-3">{companyTexts.documentsFull}</p>
          )}
        </div>
      </Panel>
    </>
  );
}
