import { createContext } from "react";

/**
 * What the server gives the forms and downloads of a page: the token that proves a form ours, its
 * key, what waits from before, and the page's company.
 */
export type FormGiven = {
  csrf: string | null;
  /** Sent again, a form with the same key does its work once. */
  formKey: string;
  /** A form that could not be sent, to be shown with what was typed. */
  interruptedForm: {
    action: string;
    form: string;
    key: string | null;
    values: Record<string, string | string[]>;
  } | null;
  /** The company that the page was made for, which the addresses of its downloads carry. */
  company: string | null;
  /** The name under which this browser keeps what the user types in long forms. */
  drafter: string | null;
};

export const FormGivenContext = createContext<FormGiven | null>(null);
