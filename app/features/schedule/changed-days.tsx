import { useLocation } from "@remix-run/react";
import { withMembers } from "~/ui/frame/address";
import { Button, ButtonLink } from "~/ui/frame/button";
import { HiddenFields } from "~/ui/frame/confirm";
import { EmptyState } from "~/ui/frame/empty-state";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { PostForm } from "~/ui/frame/post-form";
import { Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import type { ChangedDaysData, ChangesNoticeData } from "./changed-days.server";
import { previewPath, publishChangesPath } from "./paths";
import { StepField } from "./publish-progress";
import { publishTexts } from "./texts";

/** Shown after a change that published days do not have yet; one press publishes it. */
export function ChangesNotice({ changes }: { changes: ChangesNoticeData }) {
  const { pathname, search } = useLocation();
  if (!changes) return null;
  const to = withMembers(publishChangesPath, { back: pathname + search });
  const { words, from, to: last } = changes;
  return (
    <PostForm
      action={to}
      className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg bg-warn-tint px-4 py-3 print:hidden"
    >
      <HiddenFields values={{ from, to: last }} />
      <StepField />
      <p className="font-medium text-warn">{words}</p>
      <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <TextLink to={to}>See what will differ</TextLink>
        <Button variant="primary">Publish the changes</Button>
      </span>
    </PostForm>
  );
}

/** Lists days that play an older rule or chart. Comparing makes drafts; publishing uses them. */
export function ChangedDays({ changes, backTo }: { changes: ChangedDaysData; backTo: string }) {
  const { words, values, isCompared, rows, more } = changes;
  return (
    <>
      <PageHead
        crumbs={[{ label: "Preview", to: previewPath }]}
        title="Publish the changes"
        finding={words ?? undefined}
        lead={publishTexts.changesLead}
      />
      {rows.length === 0 ? (
        <EmptyState
          icon="schedule"
          title="Nothing to publish"
          action={<ButtonLink to={backTo}>Back</ButtonLink>}
        >
          {publishTexts.noChanges}
        </EmptyState>
      ) : (
        <Panel>
          <PostForm className="mb-4 flex flex-wrap gap-2">
            <HiddenFields values={values} />
            <StepField />
            <Button variant="primary">Publish the changes</Button>
            {isCompared ? null : (
              <Button name="check" value="on">
                {publishTexts.compare}
              </Button>
            )}
            <ButtonLink to={backTo} variant="quiet">
              Cancel
            </ButtonLink>
          </PostForm>
          <Table
            caption={publishTexts.changesCaption}
            rows={rows}
            rowKey={(row) => row.key}
            columns={[
              {
                key: "group",
                header: "Group",
                cell: (row) => <TextLink to={row.dayTo}>{row.group}</TextLink>,
              },
              { key: "day", header: "Day", cell: (row) => row.day },
              {
                key: "differs",
                header: "Songs that differ",
                numeric: true,
                cell: (row) =>
                  row.differenceTo ? (
                    <TextLink to={row.differenceTo}>{row.differs}</TextLink>
                  ) : (
                    <span className="text-ink-3">{publishTexts.notCompared}</span>
                  ),
              },
            ]}
          />
          {more ? <p className="pt-3 text-ink-3">{more}</p> : null}
        </Panel>
      )}
    </>
  );
}
