import { type CompanySection, companySections, sectionNames } from "#contract/companies/words";
import { Form, FormActions } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Tabs } from "~/ui/frame/tabs";
import { VersionField } from "~/ui/version-field";
import { CompanyFields, type CompanyFieldsProps } from "./company-fields";

export type ShownSection = CompanySection | "whole";

type Props = Omit<CompanyFieldsProps, "sections"> & {
  section: ShownSection;
  fields: FormFields;
  saveLabel: string;
  cancelTo?: string;
};

/**
 * A company's form, whole or one section of it; what is typed stays in this browser until it is
 * sent.
 */
export function CompanyForm({ section, fields, saveLabel, cancelTo, ...props }: Props) {
  return (
    <Form key={section} id={section === "whole" ? "form" : `form-${section}`} fields={fields} keep>
      <input type="hidden" name="section" value={section} />
      <VersionField />
      <CompanyFields sections={section === "whole" ? sectionNames : [section]} {...props} />
      <FormActions>
        <Button variant="primary">{saveLabel}</Button>
        {cancelTo ? <ButtonLink to={cancelTo}>Cancel</ButtonLink> : null}
      </FormActions>
    </Form>
  );
}

/** The form as a whole, or by section: each tab is a page of its own. */
export function SectionTabs({
  path,
  current,
  byProvider,
}: {
  path: string;
  current: ShownSection;
  byProvider: boolean;
}) {
  const sections = sectionNames.filter((section) => byProvider || section !== "features");
  return (
    <Tabs
      label="Sections of the form"
      tabs={[
        { label: "All", to: path, current: current === "whole" },
        ...sections.map((section) => ({
          label: companySections[section],
          to: `${path}?section=${section}`,
          current: current === section,
        })),
      ]}
    />
  );
}
