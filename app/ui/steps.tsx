import { Link } from "@remix-run/react";
import { Icon } from "./frame/icon";

/**
 * `to` is a link back; `submit` is a button that sends the form first, so that what is typed is
 * not lost.
 */
export type Step = {
  label: string;
  to?: string;
  submit?: { form: string; name: string; value: string };
};

/**
 * The named steps of a long form. Those before `current` (counted from 0) are done; `to` or
 * `submit` leads back to them.
 */
export function Steps({ steps, current }: { steps: Step[]; current: number }) {
  return (
    <ol aria-label="Steps" className="mb-5 flex flex-wrap gap-x-6 gap-y-2 text-ink-3">
      {steps.map((step, index) => {
        const isDone = index < current;
        const now = index === current;
        const mark = now
          ? "border-ink bg-ink text-paper"
          : isDone
            ? "border-transparent bg-ok-tint text-ok"
            : "border-line-strong";
        return (
          <li
            key={step.label}
            aria-current={now ? "step" : undefined}
            className={`flex items-center gap-2 ${now ? "font-semibold text-ink" : ""}`}
          >
            <span
              className={`grid h-6 w-6 place-items-center rounded-full border text-xs font-semibold ${mark}`}
            >
              {isDone ? <Icon name="check" size={14} label="Done:" /> : index + 1}
            </span>
            {isDone && step.to ? (
              <Link to={step.to} className="rounded-sm py-0.5 underline underline-offset-2">
                {step.label}
              </Link>
            ) : isDone && step.submit ? (
              <button
                type="submit"
                formNoValidate
                {...step.submit}
                className="rounded-sm py-0.5 underline underline-offset-2"
              >
                {step.label}
              </button>
            ) : (
              step.label
            )}
          </li>
        );
      })}
    </ol>
  );
}
