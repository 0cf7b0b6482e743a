import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { waitingFormTexts } from "~/features/companies/texts";
import { requireWaitingForm } from "~/features/companies/waiting-form.server";
import { adminPath } from "~/features/dashboard/paths";
import { Button, ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { PostForm } from "~/ui/frame/post-form";

export const meta: MetaFunction = () => [{ title: "Form not sent · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  const { form, company, chosen } = await requireWaitingForm(args);
  return {
    company: company.companyName,
    chosen: chosen.companyName,
    hasTyped: Object.keys(form.values).length > 0,
  };
}

/** Chooses the form's company, and leads back to the form. */
export async function action(args: ActionFunctionArgs) {
  const { form, company } = await requireWaitingForm(args);
  args.context.session.chooseCompany(company.id);
  return redirect(form.page);
}

export default function WaitingForm() {
  const { company, chosen, hasTyped } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Form not sent" lead={waitingFormTexts.lead(company, chosen)} />
      <Panel>
        <p className="mb-4">
          {hasTyped ? waitingFormTexts.kept(company) : waitingFormTexts.again(company)}
        </p>
        <PostForm className="flex flex-wrap gap-2">
          <Button variant="primary">Open {company}</Button>
          <ButtonLink to={adminPath}>Stay in {chosen}</ButtonLink>
        </PostForm>
      </Panel>
    </>
  );
}
