import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { tokensPath } from "~/features/tokens/paths";
import { tokenTexts } from "~/features/tokens/texts";
import { CreatedToken } from "~/features/tokens/token-panels";
import { createToken, loadNewToken, requireTokens } from "~/features/tokens/tokens.server";
import { MultiSelectField, RadioField } from "~/ui/choice-field";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { TextField } from "~/ui/text-field";

export const meta: MetaFunction = () => [{ title: "Create API token · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) => loadNewToken(await requireTokens(args));
export const action = async (args: ActionFunctionArgs) =>
  createToken(args, await requireTokens(args));

const kinds = [
  { value: "personal", label: "Personal", hint: tokenTexts.personal },
  { value: "company", label: "Company", hint: tokenTexts.company },
];

export default function AddToken() {
  const { constraints, values, scopes, lifetimes, mayChooseKind } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const created = result && "created" in result ? result.created : undefined;
  const refused = result && "fields" in result ? result : undefined;
  return (
    <>
      <PageHead
        crumbs={[{ label: "API tokens", to: tokensPath }]}
        title="Create API token"
        lead={created ? undefined : tokenTexts.addLead}
      />
      {created ? (
        <CreatedToken {...created} />
      ) : (
        <>
          <Failure failure={refused?.failure} />
          <Panel>
            <Form fields={{ constraints, values, ...refused?.fields }}>
              <TextField name="name" label="Name" hint={tokenTexts.nameHint} />
              {mayChooseKind ? <RadioField name="kind" label="Kind" options={kinds} /> : null}
              <MultiSelectField
                name="scopes"
                label="Scopes"
                hint={tokenTexts.scopesHint}
                options={scopes}
                columns={2}
              />
              <RadioField
                name="days"
                label="Expires after"
                hint={tokenTexts.daysHint}
                options={lifetimes}
                inline
              />
              <FormActions>
                <Button variant="primary">Create token</Button>
                <ButtonLink to={tokensPath}>Cancel</ButtonLink>
              </FormActions>
            </Form>
          </Panel>
        </>
      )}
    </>
  );
}
