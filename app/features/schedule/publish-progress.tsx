import { useNavigation, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button, ButtonLink } from "~/ui/frame/button";
import { HiddenFields } from "~/ui/frame/confirm";
import { useHydrated } from "~/ui/frame/hydrated";
import { Progress, quiet } from "~/ui/frame/loading";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { PostForm } from "~/ui/frame/post-form";
import { previewPath } from "./paths";
import { publishTexts } from "./texts";

/** Days of a step with script: a few seconds' work, so that people see progress. */
const stepOfScript = 20;

/**
 * Part of each form that publishes many days. With script the steps are small, because the next one
 * starts by itself.
 */
export const StepField = () =>
  useHydrated() ? <input type="hidden" name="step" value={stepOfScript} /> : null;

type PublishProgressProps = {
  progress: { stage: "CHECKING" | "PUBLISHING"; done: number; days: number; words: string };
  answer: Record<string, string>;
  backTo: string;
};

/** Shows the progress of many days. The next step starts by itself with script, or by a press. */
export function PublishProgress({ progress, answer, backTo }: PublishProgressProps) {
  const { stage, done, days, words } = progress;
  const title = stage === "CHECKING" ? "Checking days" : "Publishing days";
  const isScripted = useHydrated();
  const isIdle = useNavigation().state === "idle";
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is gone on from once
  useEffect(() => {
    if (isScripted) submit(form.current);
  }, [progress, isScripted]);
  return (
    <>
      <PageHead
        crumbs={[{ label: "Preview", to: previewPath }]}
        title={title}
        lead={isScripted ? publishTexts.goesOn : publishTexts.pressed}
      />
      <Panel>
        <p role="status" className="mb-2">
          {words}
        </p>
        <Progress label={title} value={done} max={days} />
        {stage === "PUBLISHING" ? (
          <p className="mt-2 text-sm text-ink-3">{publishTexts.stopped}</p>
        ) : null}
      </Panel>
      <PostForm ref={form} className="flex flex-wrap gap-2">
        <HiddenFields values={{ ...answer, ...quiet }} />
        <StepField />
        {isScripted && !isIdle ? null : <Button variant="primary">Continue</Button>}
        <ButtonLink to={backTo}>Stop</ButtonLink>
      </PostForm>
    </>
  );
}
