import { Form as RouterForm } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { FormContext, type FormFields, fieldId } from "./form-fields";

export type FormProps = {
  /** Prefix of the fields' ids; give one where a page has two forms. */
  id?: string;
  action?: string;
  fields?: FormFields;
  /** The hidden csrf field. */
  csrf?: ReactNode;
  /** Idempotency key minted by the loader; posted as `_key`. */
  formKey?: string;
  /** What Enter does: name and value of the hidden first submit button. */
  enter?: { name: string; value: string };
  /** Needed for files; without script too. */
  multipart?: boolean;
  /** Off where the server's words must be the first to speak; the browser then checks nothing. */
  browserChecks?: boolean;
  /** Posts as the browser does, without the router: sign-in, downloads. */
  reloadDocument?: boolean;
  className?: string;
  children: ReactNode;
};

/**
 * A form that posts. Its first button is hidden, so that Enter never presses "Remove"; errors stand in a summary on top,
 * which takes focus, and beside each field; what was typed comes back through `fields.values`.
 */
export function Form({
  id = "form",
  fields = {},
  csrf,
  formKey,
  enter,
  multipart,
  browserChecks = true,
  className = "",
  children,
  ...rest
}: FormProps) {
  return (
    <RouterForm
      {...rest}
      id={id}
      method="post"
      encType={multipart ? "multipart/form-data" : undefined}
      noValidate={!browserChecks}
      className={`grid max-w-form gap-5 ${className}`}
    >
      <button type="submit" {...enter} tabIndex={-1} aria-hidden="true" className="sr-only">
        Save
      </button>
      {csrf}
      {formKey ? <input type="hidden" name="_key" value={formKey} /> : null}
      <FormContext.Provider value={{ ...fields, id }}>
        <ErrorSummary formId={id} errors={fields.errors} />
        {children}
      </FormContext.Provider>
    </RouterForm>
  );
}

/** All errors on top, each a link to its field; takes focus with and without script. */
export function ErrorSummary({ formId, errors = {} }: { formId: string; errors?: Record<string, string[]> }) {
  const box = useRef<HTMLDivElement>(null);
  const entries = Object.entries(errors).flatMap(([name, messages]) => messages.map((message) => ({ name, message })));
  const words = entries.map((entry) => `${entry.name} ${entry.message}`).join();
  useEffect(() => {
    if (words) box.current?.focus();
  }, [words]);
  if (!entries.length) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: after a refused post without script the reader must land on what is wrong
      autoFocus
      className="rounded-lg border border-l-4 border-bad bg-bad-tint p-4 text-bad"
    >
      <h2 className="mb-1 text-lg font-semibold">There is a problem</h2>
      <ul className="list-disc pl-[18px] leading-6">
        {entries.map(({ name, message }) => (
          <li key={`${name} ${message}`}>
            {name ? (
              <a href={`#${fieldId(formId, name)}`} className="rounded-sm py-0.5 underline underline-offset-2">
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Two equal columns, one on phones. Controls stand in line whatever hints are above them; with an error under one, labels do. */
export function TwoColumns({ children }: { children: ReactNode }) {
  return <div className="grid items-end gap-x-4 gap-y-5 has-[[aria-invalid]]:items-start md:grid-cols-2">{children}</div>;
}

/** A named part of a long form. */
export function FormSection({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-4 border-t border-line pt-4">
      <legend className="contents">
        <h2 className="text-lg font-semibold">{title}</h2>
      </legend>
      {hint ? <p className="-mt-3 text-sm text-ink-3">{hint}</p> : null}
      {children}
    </fieldset>
  );
}

/** The row of buttons at a form's end; the primary one first. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-2 pt-1">{children}</div>;
}
