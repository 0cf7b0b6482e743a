import { CheckboxField, MultiSelectField, RadioField, SelectField } from "~/ui/choice-field";
import { CurrentFile, FileField } from "~/ui/file-field";
import { Form, FormActions, FormSection, TwoColumns } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Panel } from "~/ui/frame/panel";
import { Steps } from "~/ui/steps";
import {
  DateField,
  EmailField,
  MoneyField,
  NumberField,
  PasswordField,
  PhoneField,
  SearchField,
  TextAreaField,
  TextField,
  TimeField,
} from "~/ui/text-field";
import { galleryPath } from "./paths";

const refused: FormFields = {
  constraints: {
    code: { required: true, maxLength: 40 },
    note: { required: false, maxLength: 500 },
    rate: { required: true },
  },
  errors: {
    code: ["Only alphabets, numbers and special character (),-,. are allowed."],
    close: [
      "Enter a closing time after the opening time, or mark that the store closes the next day.",
    ],
    phone: ["Enter the number without the country code."],
    terms: ["Confirm that you checked the opening hours."],
    "": ["Someone else has changed this store. Check it again."],
  },
  values: {
    code: "NWR/0241",
    open: "10:00",
    close: "09:30",
    zone: "a",
    level: "regional",
    moods: ["calm", "warm"],
    phone: "98x",
  },
};

const moods = [
  "Bright",
  "Calm",
  "Dark",
  "Dreamy",
  "Driving",
  "Happy",
  "Sad",
  "Slow",
  "Warm",
  "Wild",
].map((label) => ({
  value: label.toLowerCase(),
  label,
}));

/** Every field: refused and filled in the first form, untouched in the second. */
export function GalleryForms({ fields }: { fields?: FormFields }) {
  return (
    <>
      <Panel title="Form, refused">
        <Steps
          steps={[
            { label: "Place", to: galleryPath },
            { label: "Opening hours" },
            { label: "Player" },
            { label: "Review" },
          ]}
          current={1}
        />
        <Form id="refused" fields={fields?.errors ? fields : refused} browserChecks={false}>
          <TwoColumns>
            <TextField
              name="code"
              label="Store code"
              hint="Your own code for this store, for example NWR-0241"
            />
            <SelectField
              name="zone"
              label="Time zone"
              hint="Schedules follow it"
              options={[{ value: "a", label: "Asia/Kolkata" }]}
            />
            <TimeField name="open" label="Opens" />
            <TimeField name="close" label="Closes" />
          </TwoColumns>
          <PhoneField name="phone" label="Phone of the store" className="max-w-sm" />
          <RadioField
            name="level"
            label="Level"
            inline
            options={[
              { value: "national", label: "National" },
              { value: "regional", label: "Regional" },
              { value: "zonal", label: "Zonal", disabled: true },
            ]}
          />
          <MultiSelectField name="moods" label="Moods" options={moods} columns={2} />
          <CheckboxField
            name="terms"
            label="I checked the opening hours"
            hint="I called the store."
          />
          <FormActions>
            <Button variant="primary">Save and continue</Button>
            <ButtonLink to={galleryPath}>Back</ButtonLink>
            <Button variant="quiet" name="leave" value="yes">
              Save and leave
            </Button>
          </FormActions>
        </Form>
      </Panel>
      <UntouchedForm />
    </>
  );
}

function UntouchedForm() {
  return (
    <Panel title="Form, untouched">
      <Form
        id="fresh"
        fields={{ constraints: { email: { required: true }, note: { required: false } } }}
        multipart
      >
        <TwoColumns>
          <EmailField name="email" label="Email" />
          <PasswordField name="password" label="Password" hint="8 to 20 characters" />
          <NumberField name="volume" label="Volume" suffix="%" />
          <MoneyField name="rate" label="Billing rate" hint="Per store per month" />
          <DateField name="from" label="From" />
          <SearchField name="song" label="Song" placeholder="Title or artist" />
          <TextField name="locked" label="Company" readOnly />
          <SelectField
            name="empty"
            label="Region"
            placeholder="Choose a region"
            options={[{ value: "w", label: "West" }]}
          />
        </TwoColumns>
        <FormSection title="More about the store" hint="Nobody outside your company reads this.">
          <TextAreaField name="note" label="Note" />
          <FileField name="contract" label="Contract" kind="document" multiple>
            <CurrentFile name="Rahmenvertrag 2026.pdf" href={galleryPath}>
              <Button small variant="quiet" formNoValidate>
                Remove
              </Button>
            </CurrentFile>
          </FileField>
          <RadioField
            name="kind"
            label="Kind"
            options={[
              {
                value: "street",
                label: "On the street",
                hint: "Noise from outside: volume follows the hour.",
              },
              { value: "mall", label: "In a mall" },
            ]}
          />
        </FormSection>
        <FormActions>
          <Button variant="primary">Add store</Button>
        </FormActions>
      </Form>
    </Panel>
  );
}
