import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findUser, updateUser } from "#contract/users/endpoints";
import { UserChange } from "#contract/users/user-form";
import { usersPath } from "~/features/users/paths";
import { userFormTexts } from "~/features/users/texts";
import { companyQuery, nameOf, readUserOwner } from "~/features/users/user-acts.server";
import { UserFields } from "~/features/users/user-fields";
import {
  loadUserForm,
  readUserForm,
  userFormAgain,
  userValues,
} from "~/features/users/user-form.server";
import { actLinks, listMembers, roleWords } from "~/features/users/users.server";
import { useHistory } from "~/lib/audit/history";
import { load, requireArea } from "~/lib/session/guard.server";
import { Form, FormActions } from "~/ui/form";
import { withMembers } from "~/ui/frame/address";
import { Button, ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { VersionField } from "~/ui/version-field";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.user.username ?? "user"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireArea(args, "USER_MGMT", { company: false });
  const of = readUserOwner(args, pageContext);
  const id = pageContext.ids.decrypt("user", args.params.id);
  const { data: user } = await load(() =>
    pageContext.api.call(findUser, { params: { id }, query: companyQuery(of, pageContext) }),
  );
  if (!user.manageable)
    throw Response.json({ message: userFormTexts.mayNotChange }, { status: 404 });
  const values = userValues(user, pageContext);
  const backTo = withMembers(usersPath, listMembers(args, of, pageContext));
  return {
    ...(await loadUserForm(of, pageContext, values)),
    values,
    user: {
      ref: args.params.id ?? "",
      username: user.username,
      email: user.email,
      name: nameOf(user),
      role: roleWords(user),
      asksForErasure: user.erasureAskedAt !== null,
      acts: actLinks(user, of, pageContext, backTo),
    },
    backTo,
  };
}

export async function action(args: ActionFunctionArgs) {
  const pageContext = await requireArea(args, "USER_MGMT", { company: false });
  const of = readUserOwner(args, pageContext);
  const form = await readUserForm(args, of, pageContext, UserChange);
  const { value } = form;
  if (form.finds) return userFormAgain(of, pageContext, form);
  if (!value) return userFormAgain(of, pageContext, form, form.refused());
  const { reply, refused } = await form.submit(() =>
    pageContext.api.call(updateUser, { body: value, query: companyQuery(of, pageContext) }),
  );
  if (refused) return userFormAgain(of, pageContext, form, refused);
  args.context.session.flash("success", reply.message);
  return redirect(withMembers(usersPath, listMembers(args, of, pageContext)));
}

export default function EditUser() {
  const { of, constraints, roles, units, values, user, backTo } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        crumbs={[{ label: "Users", to: backTo }]}
        title={user.name}
        lead={[
          `${user.username} · ${user.role}`,
          user.asksForErasure ? userFormTexts.asksForErasure : "",
        ]
          .filter(Boolean)
          .join(". ")}
        history={useHistory("user", user.ref, of === "staff" ? "provider" : undefined)}
      />
      <Failure failure={result?.failure} />
      <Form key={user.ref} fields={{ constraints, values, ...result?.fields }} keep>
        <VersionField />
        <UserFields of={of} roles={roles} units={result?.units ?? units} username={user.username} />
        <FormActions>
          <Button variant="primary">Save user</Button>
          <ButtonLink to={backTo}>Cancel</ButtonLink>
        </FormActions>
      </Form>
      <Panel
        title="Account"
        className="mt-10"
        lead={user.asksForErasure ? userFormTexts.asksForErasure : userFormTexts.actions}
      >
        <div className="flex flex-wrap gap-2">
          {user.acts.map((act) => (
            <ConfirmLink
              key={act.to}
              {...act}
              of={user.username}
              variant={act.danger === false ? "plain" : "danger"}
              small
            />
          ))}
        </div>
      </Panel>
    </>
  );
}
