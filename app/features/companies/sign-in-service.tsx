import { useActionData, type useLoaderData } from "@remix-run/react";
import { CheckboxField } from "~/ui/choice-field";
import { Form, FormActions } from "~/ui/form";
import { Button } from "~/ui/frame/button";
import { Panel } from "~/ui/frame/panel";
import { PasswordField, TextField } from "~/ui/text-field";
import { VersionField } from "~/ui/version-field";
import type { changeSignInService, loadSignInService } from "./sign-in-service.server";
import { signInRuleTexts } from "./texts";

/** The service through which a company's people sign in with their company account. */
export function SignInServicePanel({
  fields,
  redirectUri,
  companyCode,
  isSet,
}: ReturnType<typeof useLoaderData<typeof loadSignInService>>) {
  const result = useActionData<typeof changeSignInService>();
  return (
    <Panel title={signInRuleTexts.serviceTitle} lead={signInRuleTexts.serviceLead(redirectUri)}>
      <Form
        id="service"
        fields={{ ...fields, ...(result?.form === "service" ? result.fields : {}) }}
      >
        <VersionField />
        {isSet ? <p>{signInRuleTexts.serviceCode(companyCode)}</p> : null}
        <TextField
          name="issuer"
          label="Issuer"
          hint={signInRuleTexts.issuer}
          inputMode="url"
          spellCheck={false}
        />
        <TextField name="clientId" label="Client ID" autoComplete="off" spellCheck={false} />
        <PasswordField
          name="clientSecret"
          label="Client secret"
          hint={isSet ? signInRuleTexts.secretKept : signInRuleTexts.secretNew}
          autoComplete="off"
        />
        <CheckboxField
          name="isRequired"
          label={signInRuleTexts.onlyService}
          hint={signInRuleTexts.onlyServiceHint}
        />
        <FormActions>
          <Button variant="primary">Save sign-in service</Button>
        </FormActions>
      </Form>
    </Panel>
  );
}
