import type { useLoaderData } from "@remix-run/react";
import { RadioField } from "~/ui/choice-field";
import { Form, FormActions } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Facts, Panel } from "~/ui/frame/panel";
import { TextLink } from "~/ui/frame/text-link";
import { PlayButton } from "~/ui/play-button";
import { TextField } from "~/ui/text-field";
import { songReportsPath } from "./paths";
import type { loadSongReport } from "./song-reports.server";
import { songReportsTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadSongReport>>;

const linked = (name: string, to: string | null) =>
  to ? <TextLink to={to}>{name}</TextLink> : name;

export function ReportFacts({ report, charts }: Pick<Data, "report" | "charts">) {
  const { song, store, location, reason, note, reported, repeats, others, settled } = report;
  return (
    <Panel title="Report">
      <Facts
        facts={[
          {
            term: "Song",
            value: (
              <span className="flex items-center gap-3">
                <PlayButton src={song.audio} title={song.title} by={song.artist} />
                <span>{linked(song.title, song.to)}</span>
              </span>
            ),
          },
          { term: "Store", value: linked(`${store.name} (${store.code})`, store.to) },
          ...(location ? [{ term: "Location", value: location }] : []),
          { term: "Reason", value: [reason, note].filter(Boolean).join(": ") },
          { term: "Reported", value: [reported, repeats, others].filter(Boolean).join(" · ") },
          ...(charts.length > 0
            ? [
                {
                  term: "In charts",
                  value: (
                    <ul>
                      {charts.map(({ key, name, to }) => (
                        <li key={key}>
                          <TextLink to={to}>{name}</TextLink>
                        </li>
                      ))}
                    </ul>
                  ),
                },
              ]
            : []),
          ...(settled
            ? [
                { term: "Settled", value: `${settled.outcome} · ${settled.who}, ${settled.at}` },
                ...(settled.answer ? [{ term: "Note", value: settled.answer }] : []),
              ]
            : []),
        ]}
      />
    </Panel>
  );
}

/** Asks for the outcome of an open report. */
export function SettleForm({
  options,
  constraints,
  editTo,
  result,
}: Data & { result: FormFields | undefined }) {
  return (
    <Panel
      title="Settle the report"
      lead={options.length > 1 ? songReportsTexts.all : songReportsTexts.onlyStaff}
    >
      <Form fields={{ constraints, ...result }}>
        <RadioField name="outcome" label={songReportsTexts.question} options={options} />
        {editTo ? (
          <p className="text-sm text-ink-2">
            {songReportsTexts.rest} <TextLink to={editTo}>Edit song</TextLink>
          </p>
        ) : null}
        <TextField
          name="answer"
          label={songReportsTexts.answer}
          hint={songReportsTexts.answerHint}
        />
        <FormActions>
          <Button variant="primary">Settle report</Button>
          <ButtonLink to={songReportsPath}>Cancel</ButtonLink>
        </FormActions>
      </Form>
    </Panel>
  );
}
