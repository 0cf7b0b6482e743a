import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { publicSiteLimits } from "#contract/onboarding/words";
import {
  loadPublicSite,
  requireEditor,
  savePublicSite,
} from "~/features/onboarding/public-site.server";
import { publicSiteTexts } from "~/features/onboarding/texts";
import { Form, FormActions, TwoColumns } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { TextAreaField, TextField } from "~/ui/text-field";
import { VersionField } from "~/ui/version-field";

export const meta: MetaFunction = () => [{ title: publicSiteTexts.title }];

export const loader = async (args: LoaderFunctionArgs) => loadPublicSite(await requireEditor(args));
export const action = async (args: ActionFunctionArgs) =>
  savePublicSite(args, await requireEditor(args));

export default function PublicSite() {
  const { constraints, values } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        title="Public pages"
        lead={publicSiteTexts.lead}
        actions={
          <ButtonLink to="/privacy" icon="external" reloadDocument>
            Privacy policy
          </ButtonLink>
        }
      />
      <Failure failure={result?.failure} />
      <Form fields={{ constraints, values, ...result?.fields }} keep>
        <VersionField />
        <Panel title="Testimonials" lead={publicSiteTexts.testimonials}>
          {Array.from(
            { length: publicSiteLimits.testimonials },
            (_, line) => `testimonials[${line}]`,
          ).map((name, line) => (
            <fieldset
              key={name}
              className="grid gap-3 border-t border-line py-4 first:border-0 first:pt-0"
            >
              <legend className="sr-only">Testimonial {line + 1}</legend>
              <TextAreaField name={`${name}.quote`} label={`Quote ${line + 1}`} rows={2} />
              <TwoColumns>
                <TextField name={`${name}.person`} label="Person" />
                <TextField
                  name={`${name}.role`}
                  label="Role and company"
                  hint={publicSiteTexts.role}
                />
              </TwoColumns>
            </fieldset>
          ))}
        </Panel>
        <Panel title="Structured data">
          <TextAreaField
            name="structuredData"
            label="JSON-LD"
            hint={publicSiteTexts.structuredData}
            rows={12}
          />
        </Panel>
        <FormActions>
          <Button variant="primary">Save public pages</Button>
        </FormActions>
      </Form>
    </>
  );
}
