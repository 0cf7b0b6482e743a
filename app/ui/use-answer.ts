import { useContext, useEffect, useRef, useState } from "react";
import { companyMember, withMember } from "./frame/address";
import { FormGivenContext } from "./frame/form-given";

/** A pause in typing that is taken for its end, in milliseconds. */
export const typingPause = 400;

/**
 * What a page asks on the side while a form is filled in: the last answer, and how to ask the next
 * (an address of ours that answers JSON, about the page's company; none asks nothing any more). A newer question or the
 * page's end forgets an older one. No answer, a refusal or a page in its place leaves all as it is:
 * the form's own submission says what is wrong.
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

/** What a form has been given, as members of an address; not what is ours or its version. */
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
    return response.ok ? ((await response.json()) as Answer) : undefined;
  } catch {
    return undefined;
  }
}
