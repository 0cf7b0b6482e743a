import { Fragment, type ReactNode } from "react";
import { taxStatuses, taxStatusLabels } from "#contract/billing/tax-rules";
import {
  billingPeriods,
  type CompanySection,
  companyFlags,
  flagNames,
} from "#contract/companies/words";
import { CheckboxField, type Option, SelectField } from "~/ui/choice-field";
import { FormSection, TwoColumns } from "~/ui/form";
import { useField } from "~/ui/form-fields";
import { withMembers } from "~/ui/frame/address";
import {
  DateField,
  EmailField,
  MoneyField,
  NumberField,
  PhoneField,
  TextField,
} from "~/ui/text-field";
import { UniqueField } from "~/ui/unique-field";
import { AddressFields } from "./address-fields";
import { companyUniquePath } from "./paths";
import { companyFormTexts } from "./texts";

export type CompanyFieldsProps = {
  /** The sections of the form to show. */
  sections: readonly CompanySection[];
  zones: string[];
  places: { countries: Option[]; states: string[] };
  /** Provider staff set code, rate, period and features; client staff see none of them. */
  byProvider: boolean;
  /** The company being edited, whose own code and email count as free; absent for a new one. */
  companyRef?: string;
  /** The company's rate in words, for client staff. */
  rate?: string | null;
  /** Follows the contacts of a new company. */
  firstAdmin?: ReactNode;
};

/** The fields of a company's form, by section. */
export function CompanyFields({ sections, firstAdmin, ...props }: CompanyFieldsProps) {
  return sections.map((section) => {
    const Section = sectionFields[section];
    return (
      <Fragment key={section}>
        <Section isAlone={sections.length === 1} {...props} />
        {section === "contacts" ? firstAdmin : null}
      </Fragment>
    );
  });
}

/** Asks for the person who is invited with a new company. */
export function FirstAdminFields() {
  return (
    <FormSection title="First admin" hint={companyFormTexts.firstAdmin}>
      <TwoColumns>
        <UniqueField
          {...unique("companyAdminUserId")}
          label="Admin username"
          hint="For example asha@northwind"
          takenMessage="This username is taken."
        />
      </TwoColumns>
    </FormSection>
  );
}

type SectionProps = Omit<CompanyFieldsProps, "sections" | "firstAdmin"> & {
  /** True if no other section is on the page. */
  isAlone: boolean;
};

function IdentityFields({ byProvider, companyRef }: SectionProps) {
  return (
    <FormSection title="Identity">
      <TwoColumns>
        <TextField name="companyName" label="Company name" />
        {byProvider ? (
          <UniqueField
            {...unique("companyId", companyRef)}
            label="Company code"
            hint="Short, for example NWR"
            takenMessage={companyFormTexts.codeTaken}
          />
        ) : null}
        <TextField
          name="companyWebsite"
          label="Website"
          hint="For example www.northwind.in"
          inputMode="url"
        />
      </TwoColumns>
    </FormSection>
  );
}

function AddressSection({ places, isAlone }: SectionProps) {
  return (
    <FormSection title="Address">
      <TwoColumns>
        <AddressFields places={places} />
      </TwoColumns>
      {isAlone ? <OtherStateField /> : null}
    </FormSection>
  );
}

function ContactFields({ byProvider, companyRef }: SectionProps) {
  return (
    <FormSection title="Contacts">
      <TwoColumns>
        <TextField name="contactName" label="Contact person" />
        <PhoneField name="phone" codeName="phoneCountryCode" label="Phone" />
        <UniqueField
          {...unique("email", companyRef)}
          label="Email"
          inputMode="email"
          hint={
            byProvider && !companyRef ? companyFormTexts.emailHint : "The company's email address"
          }
          takenMessage={companyFormTexts.emailTaken}
        />
        <EmailField
          name="commEmail"
          label="Communication email"
          hint={companyFormTexts.commEmail}
        />
      </TwoColumns>
    </FormSection>
  );
}

function BillingFields({ byProvider, companyRef, rate }: SectionProps) {
  return (
    <FormSection title="Billing" hint={rate ?? undefined}>
      <TwoColumns>
        {byProvider ? (
          <>
            <MoneyField name="billingRate" label="Rate" hint={companyFormTexts.billingRate} />
            <SelectField name="billingPeriodMonths" label="Billing period" options={periods} />
            <DateField
              name="billingStartsOn"
              label="Billed from"
              hint={companyFormTexts.billingStart}
            />
          </>
        ) : null}
        {byProvider ? (
          <SelectField
            name="taxStatus"
            label="Tax status"
            hint={companyFormTexts.taxStatus}
            placeholder={companyRef ? undefined : "By GSTIN and country"}
            options={taxStatuses.map((value) => ({ value, label: taxStatusLabels[value] }))}
          />
        ) : null}
        <TextField name="legalName" label="Legal name" hint={companyFormTexts.legalName} />
        <TextField
          name="gstNo"
          label="GSTIN"
          hint="15 characters, for example 27AAPFU0939F1ZV"
          spellCheck={false}
        />
        <TextField
          name="panNo"
          label="PAN"
          hint="10 characters, for example AAPFU0939F"
          spellCheck={false}
        />
      </TwoColumns>
      <OtherStateField />
    </FormSection>
  );
}

function DefaultFields({ zones }: SectionProps) {
  return (
    <FormSection title="Defaults for stores" hint={companyFormTexts.defaultsLead}>
      <TwoColumns>
        <SelectField
          name="timeZone"
          label="Time zone"
          options={zones.map((zone) => ({ value: zone, label: zone }))}
        />
        <NumberField name="optimumVolume" label="Optimum volume" hint={companyFormTexts.volume} />
        <NumberField
          name="thresholdVolume"
          label="Threshold volume"
          hint={companyFormTexts.threshold}
        />
      </TwoColumns>
    </FormSection>
  );
}

function FeatureFields({ byProvider }: SectionProps) {
  return byProvider ? (
    <FormSection title="Features" hint={companyFormTexts.features}>
      {flagNames.map((flag) => (
        <CheckboxField
          key={flag}
          name={flag}
          label={companyFlags[flag].label}
          hint={companyFlags[flag].behaviour}
        />
      ))}
    </FormSection>
  ) : null;
}

const sectionFields: Record<CompanySection, (props: SectionProps) => ReactNode> = {
  identity: IdentityFields,
  address: AddressSection,
  contacts: ContactFields,
  billing: BillingFields,
  defaults: DefaultFields,
  features: FeatureFields,
};

const periods = Object.entries(billingPeriods).map(([value, label]) => ({ value, label }));

/** Shown once the platform found that GSTIN and address name different states. */
export function OtherStateField() {
  const { errors, value } = useField("otherState");
  return errors.length > 0 || value ? (
    <CheckboxField name="otherState" label={companyFormTexts.otherState} />
  ) : null;
}

/** Makes a field that checks whether another company or person already has the value. */
const unique = (name: string, company?: string) => ({
  name,
  spellCheck: false,
  asks: (value: string) => withMembers(companyUniquePath, { field: name, value, company }),
});
