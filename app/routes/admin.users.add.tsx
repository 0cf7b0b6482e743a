import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { mayOpen } from "#contract/base/roles";
import { addUser } from "#contract/users/endpoints";
import { UserForm } from "#contract/users/user-form";
import { userAddedPath, usersPath } from "~/features/users/paths";
import { userFormTexts } from "~/features/users/texts";
import { companyQuery, readUserOwner } from "~/features/users/user-acts.server";
import { UserFields } from "~/features/users/user-fields";
import { loadUserForm, readUserForm, userFormAgain } from "~/features/users/user-form.server";
import { listMembers } from "~/features/users/users.server";
import { requireGrant } from "~/lib/session/guard.server";
import { replyTone } from "~/lib/words/email-words.server";
import { Form, FormActions } from "~/ui/form";
import { withMembers } from "~/ui/frame/address";
import { Button, ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Add user · Fever In-Store" }];

/** Open to everyone who may add a user (ROL-3), even without the list of users. */
export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireGrant(args, "users.create");
  const of = readUserOwner(args, pageContext);
  const lists = mayOpen(pageContext.person, "USER_MGMT");
  return {
    ...(await loadUserForm(of, pageContext)),
    backTo: lists ? withMembers(usersPath, listMembers(args, of, pageContext)) : null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const pageContext = await requireGrant(args, "users.create");
  const of = readUserOwner(args, pageContext);
  const form = await readUserForm(args, of, pageContext, UserForm);
  const { value } = form;
  if (form.finds) return userFormAgain(of, pageContext, form);
  if (!value) return userFormAgain(of, pageContext, form, form.refused());
  const { reply, refused } = await form.submit(() =>
    pageContext.api.call(addUser, { body: value, query: companyQuery(of, pageContext) }),
  );
  if (refused) return userFormAgain(of, pageContext, form, refused);
  const tone = replyTone(reply);
  args.context.session.flash(tone, reply.message);
  const staff = of === "staff" ? of : undefined;
  // if the email failed, leads to the row that offers to send it again
  const failedMail = tone === "error" ? reply.data.mail?.state : undefined;
  if (mayOpen(pageContext.person, "USER_MGMT"))
    return redirect(withMembers(usersPath, { of: staff, mail: failedMail }));
  return redirect(withMembers(userAddedPath, { of: staff, username: reply.data.username }));
}

export default function AddUser() {
  const { of, constraints, roles, units, backTo } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (roles.length === 0)
    return <EmptyState title="You cannot add users">{userFormTexts.cannotAdd}</EmptyState>;
  return (
    <>
      <PageHead
        crumbs={backTo ? [{ label: "Users", to: backTo }] : []}
        title={of === "staff" ? "Add Fever staff" : "Add user"}
        lead={userFormTexts.addLead}
      />
      <Failure failure={result?.failure} />
      <Form fields={{ constraints, values: { phoneCountryCode: "91" }, ...result?.fields }} keep>
        <UserFields of={of} roles={roles} units={result?.units ?? units} />
        <FormActions>
          <Button variant="primary">Add user</Button>
          {backTo ? <ButtonLink to={backTo}>Cancel</ButtonLink> : null}
        </FormActions>
      </Form>
    </>
  );
}
