import type { useLoaderData } from "@remix-run/react";
import { commandMinutes } from "#contract/player/words";
import { Form } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button } from "~/ui/frame/button";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { NumberField, TextField } from "~/ui/text-field";
import type { loadStoreDetail } from "./store-detail.server";
import { commandTexts } from "./texts";

type CommandsProps = {
  commands: ReturnType<typeof useLoaderData<typeof loadStoreDetail>>["commands"];
  result?: { form: string; fields: FormFields } | undefined;
};

/** Sends remote commands (volume, test tone, restart, message) and lists the latest outcomes. */
export function Commands({
  commands: { constraints, values, hint, latest },
  result,
}: CommandsProps) {
  const fieldsOf = (form: string) => (result?.form === form ? result.fields : {});
  return (
    <Panel title="Remote control" lead={commandTexts.lead(commandMinutes)}>
      <Form
        id="command"
        fields={{ constraints, values, ...fieldsOf("command") }}
        enter={{ name: "_do", value: "volume" }}
      >
        <NumberField name="volume" label="Volume" hint={hint} />
        <div className="flex flex-wrap gap-2">
          <Button small name="_do" value="volume">
            Set volume
          </Button>
          <Button small name="_do" value="tone" formNoValidate title={commandTexts.tone}>
            Play test tone
          </Button>
          <Button small name="_do" value="restart" formNoValidate>
            Restart player
          </Button>
        </div>
      </Form>
      <Form
        id="message"
        className="mt-4"
        fields={{ constraints, ...fieldsOf("message") }}
        enter={{ name: "_do", value: "message" }}
      >
        <TextField name="text" label="Message" hint={commandTexts.message} />
        <div>
          <Button small name="_do" value="message">
            Send message
          </Button>
        </div>
      </Form>
      {latest.length === 0 ? (
        <p className="mt-3 text-ink-2">{commandTexts.none}</p>
      ) : (
        <ul className="mt-4 grid gap-2 border-t border-line pt-3" aria-label="Latest commands">
          {latest.map(({ key, words, sentBy, tone, state, more }) => (
            <li key={key} className="[overflow-wrap:anywhere]">
              <span className="flex flex-wrap items-center gap-2">
                <b className="font-semibold">{words}</b>
                <Pill tone={tone}>{state}</Pill>
              </span>
              <small className="block text-ink-3">Sent by {sentBy}</small>
              {more ? <small className="block text-ink-3">{more}</small> : null}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
