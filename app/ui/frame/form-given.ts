import { createContext } from "react";

/**
 * What the server gives every form of a page: the token that proves it ours, its key, and what
 * waits from before.
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
  /** The name under which this browser keeps what the user types in long forms. */
  drafter: string | null;
};

export const FormGivenContext = createContext<FormGiven | null>(null);
