import { useFetcher } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { TextField, type TextFieldProps } from "~/ui/text-field";

const pauseMs = 400;

/** A field whose value nobody else may have: with script that is said while typing, and on submit always. */
export function UniqueField({ companyRef, taken, ...props }: TextFieldProps & { companyRef?: string; taken: string }) {
  const answer = useFetcher<{ value: string; unique: boolean }>();
  const [typed, setTyped] = useState("");
  const waiting = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(waiting.current), []);
  const ask = ({ target }: FormEvent) => {
    const { value } = target as HTMLInputElement;
    setTyped(value);
    clearTimeout(waiting.current);
    const question = new URLSearchParams({ field: props.name, value, ...(companyRef && { company: companyRef }) });
    if (value.trim()) waiting.current = setTimeout(() => answer.load(`/admin/companies/unique?${question}`), pauseMs);
  };
  const isTaken = typed !== "" && answer.data?.value === typed && !answer.data.unique;
  return (
    <div onInput={ask}>
      <TextField {...props} />
      <p role="status" className={isTaken ? "mt-1.5 text-sm font-medium text-bad" : undefined}>
        {isTaken ? taken : null}
      </p>
    </div>
  );
}
