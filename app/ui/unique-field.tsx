import { type FormEvent, useState } from "react";
import { TextField, type TextFieldProps } from "./text-field";
import { typingPause, useAnswer } from "./use-answer";

type UniqueFieldProps = TextFieldProps & {
  /**
   * Gives the address that says if a value is free; it answers `{ value, unique }`, with `unique`
   * null for an invalid value.
   */
  asks: (value: string) => string;
  takenMessage: string;
  freeMessage?: string;
};

/**
 * A field whose value must be unique: with script, says while the person types if it is free;
 * the server checks on submit.
 */
export function UniqueField({ asks, takenMessage, freeMessage, ...props }: UniqueFieldProps) {
  const [answer, ask] = useAnswer<{ value: string; unique: boolean | null }>();
  const [typed, setTyped] = useState("");
  const listen = ({ target }: FormEvent) => {
    if (!(target instanceof HTMLInputElement)) return;
    const { value } = target;
    setTyped(value);
    ask(value.trim() ? asks(value) : undefined, typingPause);
  };
  const unique = typed !== "" && answer?.value === typed ? answer.unique : null;
  const words = unique === null ? null : unique ? freeMessage : takenMessage;
  return (
    <div onInput={listen} className="field-rows">
      <TextField {...props} />
      <p
        role="status"
        className={
          words ? `mt-1.5 text-sm ${unique ? "text-ink-3" : "font-medium text-bad"}` : undefined
        }
      >
        {words}
      </p>
    </div>
  );
}
