import type { useLoaderData } from "@remix-run/react";
import type { FormFields } from "~/ui/form-fields";
import { ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import type { loadEInvoice } from "./e-invoice.server";
import { EInvoiceDetail } from "./e-invoice-panels";
import { eInvoiceTexts } from "./gst-words";

type Props = {
  data: ReturnType<typeof useLoaderData<typeof loadEInvoice>>;
  fields: FormFields | undefined;
  failure: Parameters<typeof Failure>[0]["failure"];
};

/** The page of an invoice's or note's e-invoice. */
export const EInvoicePage = ({ data, fields, failure }: Props) => (
  <>
    <PageHead
      crumbs={[{ label: "E-invoices", to: data.listTo }]}
      title={`E-invoice ${data.number}`}
      lead={data.registration ? data.state : eInvoiceTexts.formLead}
      actions={
        data.isNeeded ? (
          <ButtonLink to={data.json} download icon="download">
            Download JSON
          </ButtonLink>
        ) : null
      }
    />
    <Failure failure={failure} />
    <EInvoiceDetail data={data} fields={fields} />
  </>
);
