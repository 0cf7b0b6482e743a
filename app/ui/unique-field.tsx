import { type FormEvent, useState } from "react";
import { TextField, type TextFieldProps } from "./text-field";
import { typingPause, useAnswer } from "./use-answer";

type UniqueFieldProps = TextFieldProps & {
  /**
   * Where is asked whether nobody else has a value; answers `{ value, unique }`, unique being null
   * for what is no such value.
   */
  asks: (value: string) => string;
  takenMessage: string;
  freeMessage?: string;
};

/**
 * A field whose value nobody else may have: with script that is said while typing, and on submit
 * always.
 */
export function UniqueField({ asks, takenMessage, freeMessage, ...props }: UniqueFieldProps) {
  const [answer, ask] = useAnswer<{ value: string; unique: boolean | null }>();
  const [typed, setTyped] = useState("");
  const listen = ({ target }: FormEvent) => {
    const { value } = target as HTMLInputElement;
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
