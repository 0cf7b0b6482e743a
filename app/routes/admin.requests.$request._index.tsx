import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AnswerForm, answerRequest } from "#contract/onboarding/endpoints";
import { chooseCompanyPath } from "~/features/companies/paths";
import { adminPath } from "~/features/dashboard/paths";
import { approvePath, requestPath, requestsPath } from "~/features/onboarding/paths";
import { loadRequest } from "~/features/onboarding/requests.server";
import { requestTexts } from "~/features/onboarding/texts";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { requireArea } from "~/lib/session/guard.server";
import { replyTone } from "~/lib/words/email-words.server";
import { EmailState } from "~/ui/email-state";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Facts, Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { PostForm } from "~/ui/frame/post-form";
import { TextAreaField } from "~/ui/text-field";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "Request"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireArea(args, "COMPANIES", { company: false });
  return { ...(await loadRequest(args, pageContext)), constraints: constraintsOf(AnswerForm) };
}

export async function action(args: ActionFunctionArgs) {
  const { api, ids } = await requireArea(args, "COMPANIES", { company: false });
  const id = ids.decrypt("request", args.params.request);
  const form = await readForm(args.request, AnswerForm);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    api.call(answerRequest, { query: { id }, body: value }),
  );
  if (refused) return refused;
  const tone = replyTone(reply);
  args.context.session.flash(tone, reply.message);
  return redirect(tone === "success" ? requestsPath : requestPath(args.params.request ?? ""));
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Request() {
  const request = useLoaderData<typeof loader>();
  const { ref, title, kind, kindWords, state, stateWords, facts, remove, constraints } = request;
  const result = useActionData<typeof action>();
  const isQuestion = kind === "query";
  return (
    <>
      <PageHead
        crumbs={[{ label: "Requests", to: requestsPath }]}
        title={title}
        lead={
          <>
            {kindWords} <Pill tone={stateWords.tone}>{stateWords.words}</Pill>
          </>
        }
        actions={
          <>
            <ConfirmLink {...remove} variant="danger" />
            {state === "new" && !isQuestion ? (
              <ButtonLink to={approvePath(ref)} variant="primary">
                Approve and create company
              </ButtonLink>
            ) : null}
          </>
        }
      />
      <Panel title="What they told us">
        <Facts
          facts={facts.map(({ term, value }) => ({
            term,
            value: <span className="whitespace-pre-line">{value}</span>,
          }))}
        />
      </Panel>
      <Decision {...request} />
      {state === "new" ? (
        <Panel
          title={isQuestion ? "Answer" : "Decline"}
          lead={isQuestion ? requestTexts.answerHint : requestTexts.declineHint}
        >
          <Failure failure={result?.failure} />
          <Form fields={{ constraints, ...result?.fields }} keep>
            <TextAreaField name="text" label={isQuestion ? "Answer" : "Reason"} rows={6} />
            <FormActions>
              <Button variant={isQuestion ? "primary" : "danger"}>
                {isQuestion ? "Send answer" : "Decline and send"}
              </Button>
            </FormActions>
          </Form>
        </Panel>
      ) : null}
    </>
  );
}

/** Shows who decided a request, when, and what the visitor was told. */
function Decision({
  title,
  stateWords,
  decided,
  mail,
  mayChoose,
}: Pick<Data, "title" | "stateWords" | "decided" | "mail" | "mayChoose">) {
  if (!decided) return null;
  return (
    <Panel title={stateWords.words}>
      <Facts
        facts={[
          { term: "By", value: decided.by },
          { term: "At", value: decided.at },
          ...(decided.company ? [{ term: "Company", value: decided.company }] : []),
          ...(decided.text
            ? [
                {
                  term: "Answer",
                  value: <span className="whitespace-pre-line">{decided.text}</span>,
                },
              ]
            : []),
          ...(mail ? [{ term: "Email", value: <EmailState email={mail} of={title} /> }] : []),
        ]}
      />
      {mayChoose ? (
        <PostForm action={chooseCompanyPath} className="pt-4">
          <input type="hidden" name="company" value={mayChoose} />
          <input type="hidden" name="returnTo" value={adminPath} />
          <Button>Open company</Button>
        </PostForm>
      ) : null}
    </Panel>
  );
}
