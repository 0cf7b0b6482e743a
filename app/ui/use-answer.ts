import { useContext, useEffect, useRef, useState } from "react";
import { companyMember, withMember } from "./frame/address";
import { FormGivenContext } from "./frame/form-given";

/** Milliseconds without typing after which a value is taken as complete. */
export const typingPause = 400;

/**
 * Asks the server while a form is filled in. Gives the last answer, and a function that asks an
 * address of ours for JSON about the page's company; without an address it stops asking. An
 * earlier question is cancelled by a later one and when the page ends. If there is no answer or a
 * refusal, nothing changes: submitting the form tells what is wrong.
 */
export function useAnswer<Answer>(): [
  Answer | undefined,
  (address: string | undefined, pause?: number) => void,
] {
  const [answer, setAnswer] = useState<Answer>();
  const forget = useRef(() => {});
  const company = useContext(FormGivenContext)?.company ?? undefined;
  useEffect(() => () => forget.current(), []);
  const ask = (address: string | undefined, pause = 0) => {
    forget.current();
    if (!address) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const nextAnswer = await answerAt<Answer>(
        withMember(address, companyMember, company),
        controller.signal,
      );
      if (nextAnswer !== undefined && !controller.signal.aborted) setAnswer(nextAnswer);
    }, pause);
    forget.current = () => {
      clearTimeout(timer);
      controller.abort();
    };
  };
  return [answer, ask];
}

/** Gives a form's values as members of an address, without our own fields and the version. */
export const typedIn = (form: HTMLFormElement) =>
  new URLSearchParams(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === "string" && !name.startsWith("_") && name !== "version"
        ? [[name, value]]
        : [],
    ),
  );

async function answerAt<Answer>(address: string, signal: AbortSignal): Promise<Answer | undefined> {
  try {
    const response = await fetch(address, { signal, redirect: "manual" });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}
