import { useRef } from "react";
import { NewPasswordField } from "~/features/session/new-password-fields";
import { Form, FormActions, FormSection, TwoColumns } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Facts, Panel } from "~/ui/frame/panel";
import { TextField } from "~/ui/text-field";
import { type AddStep, addSteps, stepLabels } from "./add-steps";
import { HoursFields } from "./hours-fields";
import { addStepPath, storesPath } from "./paths";
import { DeviceFields, type PlaceChoices, PlaceFields, SoundFields } from "./store-fields";
import type { Summary } from "./store-summary";
import { storeAddTexts } from "./texts";

export type StepProps = PlaceChoices & {
  step: AddStep;
  fields: FormFields;
  dates: number;
  keptAt: string | null;
  summary: Summary[];
  username: string;
  onboarding: boolean;
};

/**
 * One step's form. The server stores its values with each press, so the browser keeps only what
 * was typed since.
 */
export function StoreStep(props: StepProps) {
  const { step, fields, keptAt } = props;
  const back = addSteps[addSteps.indexOf(step) - 1];
  // hours are drawn again when lines were added or removed, but not while a person corrects a
  // refused form
  const drawnAt = useRef(keptAt);
  if (!fields.errors) drawnAt.current = keptAt;
  return (
    <Form
      key={step === "hours" ? `${step} ${drawnAt.current}` : step}
      action={addStepPath(step)}
      fields={fields}
      keep={step !== "hours" && step !== "check"}
    >
      <StepFields {...props} />
      <FormActions>
        <Button variant="primary">{step === "check" ? "Add store" : "Continue"}</Button>
        {back ? (
          <Button name="_to" value={back} formNoValidate>
            Back to {stepLabels[back].toLowerCase()}
          </Button>
        ) : null}
        {keptAt ? (
          <Button variant="quiet" name="_do" value="over" formNoValidate>
            Start over
          </Button>
        ) : null}
        {props.onboarding || back ? null : <ButtonLink to={storesPath}>Cancel</ButtonLink>}
      </FormActions>
    </Form>
  );
}

function StepFields({ step, groups, zones, places, dates, summary, username }: StepProps) {
  switch (step) {
    case "place":
      return <PlaceFields groups={groups} zones={zones} places={places} />;
    case "hours":
      return <HoursFields dates={dates} />;
    case "device":
      return (
        <>
          <DeviceFields />
          <FormSection title="Player account" hint={storeAddTexts.account}>
            <TwoColumns>
              <TextField
                name="username"
                label="Username"
                hint={storeAddTexts.username}
                autoComplete="off"
                spellCheck={false}
                autoCapitalize="none"
              />
            </TwoColumns>
          </FormSection>
        </>
      );
    case "sound":
      return <SoundFields />;
    case "check":
      return (
        <>
          {summary.map(({ part, facts }) => (
            <Panel key={part} title={stepLabels[part]} className="mb-0">
              <Facts facts={facts} />
            </Panel>
          ))}
          {username ? (
            <FormSection title="Player account's password" hint={storeAddTexts.password(username)}>
              <TwoColumns>
                <NewPasswordField label="Password" />
              </TwoColumns>
            </FormSection>
          ) : null}
        </>
      );
  }
}
