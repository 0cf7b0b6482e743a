import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { songReportReasonLabels, songReportReasons } from "#contract/song-reports/words";
import { playerHome, playerSignOutPath } from "~/features/player/paths";
import { loadSongReportForm, sendSongReport } from "~/features/player/song-report.server";
import { songReportTexts } from "~/features/player/texts";
import { OwnPage } from "~/features/session/own-page";
import { requirePlayer } from "~/lib/session/guard.server";
import { RadioField } from "~/ui/choice-field";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { TextField } from "~/ui/text-field";

export const meta: MetaFunction = () => [{ title: `${songReportTexts.button} · Fever In-Store` }];

export async function loader(args: LoaderFunctionArgs) {
  return loadSongReportForm(args, await requirePlayer(args));
}

export async function action(args: ActionFunctionArgs) {
  return sendSongReport(args, await requirePlayer(args));
}

const reasons = songReportReasons.map((reason) => ({
  value: reason,
  label: songReportReasonLabels[reason],
}));

/** Reports a song without script; with it, the player itself asks, so that the music goes on. */
export default function ReportSongPage() {
  const { title, artist, constraints, eventId } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <OwnPage
      home={playerHome}
      back={{ to: playerHome, label: "Player" }}
      signOutTo={playerSignOutPath}
    >
      <PageHead title={songReportTexts.title(title)} lead={artist ?? undefined} />
      <Failure failure={result?.failure} />
      <Form fields={{ constraints, ...result?.fields }}>
        <input type="hidden" name="eventId" value={eventId} />
        <RadioField name="reason" label={songReportTexts.why} options={reasons} />
        <TextField name="note" label="Note" hint={songReportTexts.lead} />
        <FormActions>
          <Button variant="primary">Send report</Button>
          <ButtonLink to={playerHome}>Cancel</ButtonLink>
        </FormActions>
      </Form>
    </OwnPage>
  );
}
