import { useActionData, type useLoaderData } from "@remix-run/react";
import { CheckboxField } from "~/ui/choice-field";
import { Form, FormActions } from "~/ui/form";
import { Button } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { Panel } from "~/ui/frame/panel";
import type { changeCompanySignIn, loadCompanySignIn } from "./company-sign-in.server";
import { SignInServicePanel } from "./sign-in-service";
import { signInRuleTexts } from "./texts";

/** How people of a company sign in. */
export function CompanySignIn({
  rules,
  have,
  service,
}: ReturnType<typeof useLoaderData<typeof loadCompanySignIn>>) {
  const result = useActionData<typeof changeCompanySignIn>();
  return (
    <>
      <Failure failure={result?.failure} />
      <Panel title="Two-step sign-in" lead={signInRuleTexts.have(have.some, have.all)}>
        <Form id="rules" fields={{ ...rules, ...(result?.form === "rules" ? result.fields : {}) }}>
          <CheckboxField
            name="requiresTwoSteps"
            label={signInRuleTexts.requires}
            hint={signInRuleTexts.requiresHint}
          />
          <FormActions>
            <Button variant="primary">Save two-step sign-in</Button>
          </FormActions>
        </Form>
      </Panel>
      <SignInServicePanel {...service} />
    </>
  );
}
