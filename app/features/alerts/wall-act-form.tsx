import type { useLoaderData } from "@remix-run/react";
import { alertCauseLabels, alertCauses } from "#contract/alerts/words";
import { RadioField, SelectField } from "~/ui/choice-field";
import { Form, FormActions } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button, ButtonLink } from "~/ui/frame/button";
import { NumberField, TextField } from "~/ui/text-field";
import { wallTexts as texts } from "./texts";
import type { loadAct, WallAct } from "./wall-act.server";

type Data = ReturnType<typeof useLoaderData<typeof loadAct>>;

type Question = { title: (stores: string) => string; hint: string; button: string };
export const questions: Record<WallAct, Question> = {
  "hand-over": {
    title: (of) => `Hand over: ${of}`,
    hint: texts.handOverHint,
    button: "Hand over",
  },
  snooze: { title: (of) => `Put off: ${of}`, hint: texts.snoozeHint, button: "Put off" },
  note: { title: (of) => `Note: ${of}`, hint: texts.noteHint, button: "Save note" },
  close: { title: (of) => `Close alert: ${of}`, hint: texts.closeHint, button: "Close alert" },
  restart: { title: (of) => `Restart ${of}?`, hint: texts.restartHint, button: "Restart player" },
  tone: { title: (of) => `Test tone: ${of}`, hint: texts.toneHint, button: "Play test tone" },
  volume: { title: (of) => `Set volume: ${of}`, hint: texts.volumeHint, button: "Set volume" },
  message: { title: (of) => `Message to ${of}`, hint: texts.messageHint, button: "Send message" },
};

const causes = alertCauses.map((cause) => ({ value: cause, label: alertCauseLabels[cause] }));
const times = [
  { value: "15", label: "15 minutes" },
  { value: "30", label: "30 minutes" },
  { value: "60", label: "1 hour" },
  { value: "120", label: "2 hours" },
  { value: "480", label: "8 hours" },
  { value: "1440", label: "24 hours" },
  { value: "2880", label: "2 days" },
];

/** Asks what an act needs, for the alerts that the address names. */
export function ActForm({
  act,
  back,
  constraints,
  values,
  owners = [],
  result,
}: Pick<Data, "act" | "back" | "constraints"> &
  Partial<Pick<Data, "values" | "owners">> & { result: FormFields | undefined }) {
  const { button } = questions[act];
  const isDangerous = act === "restart" || act === "close";
  return (
    <Form fields={{ constraints, values, ...result }}>
      {act === "hand-over" ? (
        <SelectField name="to" label="To" options={owners} placeholder="Choose a person" />
      ) : null}
      {act === "snooze" ? <SelectField name="minutes" label="For" options={times} /> : null}
      {act === "close" ? (
        <RadioField name="cause" label="Cause" options={causes} inline />
      ) : act === "note" ? (
        <SelectField name="cause" label="Cause" options={causes} placeholder="Not known yet" />
      ) : null}
      {act === "volume" ? <NumberField name="volume" label="Volume" /> : null}
      {act === "message" ? <TextField name="text" label="Message" /> : null}
      {["hand-over", "snooze", "note", "close"].includes(act) ? (
        <TextField name="note" label="Note" />
      ) : null}
      <FormActions>
        <Button variant={isDangerous ? "danger-solid" : "primary"}>{button}</Button>
        <ButtonLink to={back}>Cancel</ButtonLink>
      </FormActions>
    </Form>
  );
}
