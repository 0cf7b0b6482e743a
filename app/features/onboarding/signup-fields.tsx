import { industryTypes } from "#contract/onboarding/words";
import { SelectField } from "~/ui/choice-field";
import { FormSection, TwoColumns } from "~/ui/form";
import { NumberField, TextField } from "~/ui/text-field";
import { PersonFields } from "./person-fields";
import { toOptions } from "./self-onboarding-fields";
import { signupTexts } from "./texts";

/** Asks for the company, and for the person who wants to become a client. */
export const SignupFields = ({ zones }: { zones: string[] }) => (
  <>
    <FormSection title="Your company">
      <TwoColumns>
        <TextField name="companyName" label="Company name" autoComplete="organization" />
        <TextField
          name="companyId"
          label="Preferred company code"
          hint="Short, for example NORTHWIND"
          spellCheck={false}
        />
        <SelectField
          name="industry"
          label="Industry"
          placeholder="Choose one"
          options={toOptions(industryTypes)}
        />
        <NumberField name="stores" label="Number of stores" />
        <TextField
          name="companyWebsite"
          label="Website"
          hint="For example www.northwind.in"
          inputMode="url"
          autoComplete="url"
        />
        <TextField
          name="gstNo"
          label="GSTIN"
          hint="15 characters, for example 27AAPFU0939F1ZV"
          spellCheck={false}
        />
        <SelectField
          name="timeZone"
          label="Time zone"
          hint={signupTexts.timeZone}
          options={toOptions(zones)}
        />
      </TwoColumns>
    </FormSection>
    <FormSection title="You" hint={signupTexts.you}>
      <TwoColumns>
        <PersonFields />
        <TextField
          name="companyAdminUserId"
          label="Preferred username"
          hint={signupTexts.username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </TwoColumns>
    </FormSection>
  </>
);
