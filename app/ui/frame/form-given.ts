import { createContext } from "react";

/**
 * The server's values for a page's forms and downloads: the token that proves a form ours, the
 * form's key, an interrupted form, and the page's company.
 */
export type FormGiven = {
  csrf: string | null;
  /** A form sent again with the same key takes effect once. */
  formKey: string;
  /** A form that could not be sent, to be shown with its values. */
  interruptedForm: {
    action: string;
    form: string;
    key: string | null;
    values: Record<string, string | string[]>;
  } | null;
  /** The company that the page was made for; the addresses of its downloads carry it. */
  company: string | null;
  /** The name under which this browser stores what the user types in long forms. */
  drafter: string | null;
};

export const FormGivenContext = createContext<FormGiven | null>(null);
