import type { useLoaderData } from "@remix-run/react";
import { CopiedAddress } from "~/ui/copied-address";
import { ButtonLink } from "~/ui/frame/button";
import { Icon } from "~/ui/frame/icon";
import { Panel } from "~/ui/frame/panel";
import type { loadDashboard } from "./dashboard.server";
import { nextStepsTexts } from "./texts";

type Steps = NonNullable<ReturnType<typeof useLoaderData<typeof loadDashboard>>["steps"]>;

/** Lists the steps left before the first store plays, in place of empty charts. */
export function NextSteps({ steps }: { steps: Steps }) {
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Panel title="Next steps" lead={nextStepsTexts.lead}>
      <ol className="grid gap-4">
        {steps.map((step, index) => (
          <li key={step.title} className="flex flex-wrap items-start gap-x-3 gap-y-2">
            <span
              aria-hidden="true"
              className={`grid h-7 w-7 shrink-0 place-items-center rounded-full text-sm font-semibold ${step.isDone ? "bg-ok-tint text-ok" : step === next ? "bg-ink text-paper" : "bg-sunken text-ink-2"}`}
            >
              {step.isDone ? <Icon name="check" size={16} /> : index + 1}
            </span>
            <div className="min-w-0 flex-1 basis-60">
              <b className={`font-semibold ${step.isDone ? "text-ink-2" : ""}`}>{step.title}</b>
              {step.isDone ? <span className="text-sm text-ok"> Done</span> : null}
              <p className="text-ink-2">{step.text}</p>
              {step.address && !step.isDone ? <CopiedAddress url={step.address} /> : null}
            </div>
            {step.to && !step.isDone ? (
              <ButtonLink to={step.to} variant={step === next ? "primary" : undefined} small>
                {step.action}
              </ButtonLink>
            ) : null}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
