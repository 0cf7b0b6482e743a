import { type FormProps, Form as RouterForm } from "@remix-run/react";
import { forwardRef, useContext } from "react";
import { FormGivenContext } from "./form-given";

type PostFormProps = Omit<FormProps, "method"> & {
  /** The key of the restored form, instead of the page's key. */
  formKey?: string;
};

/**
 * A bare form that posts, with the fields that the server requires of every form (SES-9,
 * Idempotency-Key).
 */
export const PostForm = forwardRef<HTMLFormElement, PostFormProps>(
  ({ formKey, children, ...form }, ref) => {
    const formContext = useContext(FormGivenContext);
    const key = formKey ?? formContext?.formKey;
    return (
      <RouterForm {...form} ref={ref} method="post">
        {formContext?.csrf ? <input type="hidden" name="_csrf" value={formContext.csrf} /> : null}
        {key ? <input type="hidden" name="_key" value={key} /> : null}
        {form.id ? <input type="hidden" name="_form" value={form.id} /> : null}
        {children}
      </RouterForm>
    );
  },
);
PostForm.displayName = "PostForm";
