import type { ReactNode } from "react";
import { Form, FormActions } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button } from "~/ui/frame/button";
import { TextField } from "~/ui/text-field";
import { savedFiltersTexts } from "./texts";

type FormProps = {
  fields: FormFields;
  list: string;
  filters: string;
  back: string;
  children?: ReactNode;
};

/** Asks for a name under which to save the current filters. */
export function SaveFilterForm({ fields, list, filters, back, children }: FormProps) {
  return (
    <Form id="save-filter" fields={fields}>
      <input type="hidden" name="list" value={list} />
      <input type="hidden" name="filters" value={filters} />
      <input type="hidden" name="back" value={back} />
      <TextField name="name" label="Name" hint={savedFiltersTexts.example} />
      <FormActions>
        <Button variant="primary">Save filters</Button>
        {children}
      </FormActions>
    </Form>
  );
}
