import { Button, ButtonLink } from "~/ui/frame/button";
import { HiddenFields } from "~/ui/frame/confirm";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { PostForm } from "~/ui/frame/post-form";
import { TextLink } from "~/ui/frame/text-link";
import { previewPath } from "./paths";
import type { PublishQuestionWords } from "./publish-days.server";
import { StepField } from "./publish-progress";
import { publishTexts } from "./texts";

/**
 * Shows what is wrong with the days about to be published, in total and day by day. Publishing
 * anyway posts the same choices, confirmed.
 */
export function PublishQuestion({
  question: { title, lead, all, worst, more },
  answer,
  backTo,
}: {
  question: PublishQuestionWords;
  answer: Record<string, string>;
  backTo: string;
}) {
  return (
    <>
      <PageHead crumbs={[{ label: "Preview", to: previewPath }]} title={title} lead={lead} />
      <Panel title="In all">
        <ul className="list-disc pl-5">
          {all.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Panel>
      <Panel title="The worst days first" lead={publishTexts.correct}>
        <ul className="grid gap-3">
          {worst.map(({ key, name, to, lines }) => (
            <li key={key}>
              <h3 className="font-semibold [overflow-wrap:anywhere]">
                <TextLink to={to}>{name}</TextLink>
              </h3>
              <ul className="list-disc pl-5 text-ink-2">
                {lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </li>
          ))}
          {more ? <li className="text-ink-3">{more}</li> : null}
        </ul>
      </Panel>
      <PostForm className="flex flex-wrap gap-2">
        <HiddenFields values={answer} />
        <StepField />
        <Button variant="primary">Publish anyway</Button>
        <ButtonLink to={backTo}>Cancel</ButtonLink>
      </PostForm>
    </>
  );
}
