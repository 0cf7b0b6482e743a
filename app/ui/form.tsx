import { useFormAction } from "@remix-run/react";
import { type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from "react";
import { FormContext, type FormFields, fieldId, nameInWords } from "./form-fields";
import { Button } from "./frame/button";
import { FormGivenContext } from "./frame/form-given";
import { PostForm } from "./frame/post-form";
import { useBrowserCopy } from "./use-browser-copy";

export type FormProps = {
  /** The prefix of the fields' IDs; required if a page has two forms. */
  id?: string;
  action?: string;
  fields?: FormFields;
  /** The action of Enter: name and value of the hidden first submit button. */
  enter?: { name: string; value: string };
  /** Required for files, also without script. */
  multipart?: boolean;
  /** False if the server's errors must come first; the browser then checks nothing. */
  browserChecks?: boolean;
  /** Posts as the browser does, without the router: sign-in, downloads. */
  reloadDocument?: boolean;
  /**
   * For a long form: with script, this browser stores what is typed until it is sent, even if the
   * page is reloaded or closed.
   */
  keep?: boolean;
  /** True if people type their own details, which browsers may then offer. */
  isOwn?: boolean;
  className?: string;
  children: ReactNode;
};

/**
 * A form that posts. Its first button is hidden, so that Enter never presses "Remove". Errors are
 * listed in a summary on top, which takes focus, and beside each field; `fields.values` holds
 * what was typed, and a form that could not be sent is shown again with a button that discards it.
 */
export function Form({
  id = "form",
  fields = {},
  enter,
  multipart,
  browserChecks = true,
  keep = false,
  isOwn = false,
  className = "",
  children,
  ...rest
}: FormProps) {
  const interruptedForm = useInterruptedForm(id, rest.action);
  const waits = fields.errors ? undefined : interruptedForm;
  const { ref, restored, discard } = useBrowserCopy({
    id,
    keep,
    hasErrors: fields.errors !== undefined,
    isSuperseded: waits !== undefined,
  });
  return (
    <PostForm
      {...rest}
      key={waits ? "restored" : "fresh"}
      ref={ref}
      id={id}
      formKey={waits?.key ?? undefined}
      encType={multipart ? "multipart/form-data" : undefined}
      noValidate={!browserChecks}
      className={`form grid max-w-form gap-5 ${className}`}
    >
      <button type="submit" {...enter} tabIndex={-1} aria-hidden="true" className="sr-only">
        Save
      </button>
      <FormContext.Provider
        value={{ ...fields, ...(waits && { values: waits.values }), id, isOwn }}
      >
        {waits ? (
          <RestoredNotice>
            <Button small formAction="/draft/discard" formNoValidate>
              Discard
            </Button>
          </RestoredNotice>
        ) : null}
        {restored ? (
          <RestoredNotice>
            <Button small type="button" onClick={discard}>
              Discard
            </Button>
          </RestoredNotice>
        ) : null}
        <ErrorSummary formId={id} errors={fields.errors} />
        {children}
      </FormContext.Provider>
    </PostForm>
  );
}

/** Finds the stored values of this form by its address and ID. */
function useInterruptedForm(id: string, action: string | undefined) {
  const interruptedForm = useContext(FormGivenContext)?.interruptedForm;
  const address = useFormAction(action)
    .replace(/([?&])index(?:=[^&]*)?(?:&|$)/, "$1")
    .replace(/[?&]$/, "");
  return interruptedForm?.form === id && interruptedForm.action === address
    ? interruptedForm
    : undefined;
}

function RestoredNotice({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg bg-info-tint px-4 py-2 text-info"
    >
      <p>
        We restored your earlier entries. They have not been sent yet. Passwords and files are not
        restored.
      </p>
      {children}
    </div>
  );
}

/** Screen readers speak an alert as first drawn, so it is complete. The server runs no effect. */
const useBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * Lists all errors on top, each with a link to its field; takes focus with and without script.
 * Names a field by its label once script runs, because labels come later in the page, and until
 * then by the field's name in words.
 */
export function ErrorSummary({
  formId,
  errors = {},
}: {
  formId: string;
  errors?: Record<string, string[]>;
}) {
  const box = useRef<HTMLDivElement>(null);
  const entries = Object.entries(errors).flatMap(([name, messages]) =>
    messages.map((message) => ({ name, message })),
  );
  const words = entries.map((entry) => `${entry.name} ${entry.message}`).join();
  const [labels, setLabels] = useState<Record<string, string | undefined>>();
  useBeforePaint(() => {
    if (!words) return;
    const links = [...(box.current?.querySelectorAll("a") ?? [])];
    setLabels(
      Object.fromEntries(
        links.map(({ hash }) => [hash, labelOf(document.getElementById(`${hash.slice(1)}-error`))]),
      ),
    );
  }, [words]);
  useEffect(() => {
    if (labels) box.current?.focus();
  }, [labels]);
  const labelled = (name: string, message: string) => {
    const label = labels?.[`#${fieldId(formId, name)}`] ?? nameInWords(name);
    return !message.toLowerCase().includes(label.toLowerCase()) ? `${label}: ${message}` : message;
  };
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
              <a
                href={`#${fieldId(formId, name)}`}
                className="rounded-sm py-0.5 underline underline-offset-2"
              >
                {labelled(name, message)}
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

/**
 * Gives a field's label, after the name of its part of the form if several are alike (`data-part`):
 * "Time slot 2, Name".
 */
function labelOf(error: HTMLElement | null): string | undefined {
  const part = error?.closest<HTMLElement>("[data-part]")?.dataset.part;
  const label = error?.dataset.of;
  return part && label ? `${part}, ${label}` : label;
}

/**
 * Two equal columns, one on phones. Labels in a row line up, and so do controls, whatever
 * hints are between them (app.css).
 */
export function TwoColumns({ children }: { children: ReactNode }) {
  return (
    <div className="two-columns grid items-start gap-x-4 gap-y-5 md:grid-cols-2">{children}</div>
  );
}

/** A named part of a long form; if there is room, its name and hint stand beside its fields. */
export function FormSection({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: ReactNode;
  children: ReactNode;
}) {
  return (
    <fieldset className="form-section grid min-w-0 gap-4 border-t border-line pt-4">
      <legend className="contents">
        <h2 className="text-lg font-semibold">{title}</h2>
      </legend>
      {hint ? <p className="-mt-3 text-sm text-ink-3">{hint}</p> : null}
      <div className="grid min-w-0 gap-4">{children}</div>
    </fieldset>
  );
}

/** The buttons at a form's end, the primary one first. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-2 pt-1">{children}</div>;
}
