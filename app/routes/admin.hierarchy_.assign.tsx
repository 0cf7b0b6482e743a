import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { askMove, groupChoices, sendMove } from "~/features/hierarchy/move-stores.server";
import { hierarchyPath } from "~/features/hierarchy/paths";
import { moveStoresTexts } from "~/features/hierarchy/texts";
import { ApiRefusal } from "~/lib/api/refusals.server";
import { offerUndo } from "~/lib/audit/undo.server";
import { load, requireArea } from "~/lib/session/guard.server";
import { FoundSelectField } from "~/ui/find-options";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { useFigures } from "~/ui/frame/figures";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";

export const meta: MetaFunction = () => [{ title: "Move stores · Fever In-Store" }];

/** Shows no question to a visit, because only the lists' forms ask one. */
export async function loader(args: LoaderFunctionArgs) {
  await requireArea(args, "HIERARCHY");
  return null;
}

/**
 * Asks to which group the ticked stores, or all that match, move; moves them once that is
 * confirmed.
 */
export async function action(args: ActionFunctionArgs) {
  const pageContext = await requireArea(args, "HIERARCHY");
  const posted = await args.request.formData();
  const move = await askMove(args.request, pageContext, posted);
  const { session } = args.context;
  if (move.count === 0) {
    session.flash("error", moveStoresTexts.selectStore);
    return redirect(move.backTo);
  }
  const { which: _, groupId, sought, ...question } = move;
  const ask = async (errors: Record<string, string[]>) =>
    data(
      {
        ...question,
        errors,
        groups: move.to === "group" ? await groupChoices(pageContext, move) : null,
      },
      { status: Object.keys(errors).length > 0 ? 422 : 200 },
    );
  if (posted.get("confirmed") !== "yes" || sought.isAsked) return ask({});
  if (move.to === "group" && groupId === undefined) return ask({ group: ["Choose a group."] });
  try {
    const { message, data } = await sendMove(pageContext, move);
    session.flash(
      "success",
      message,
      offerUndo(args.context, { act: "move-stores-back" }, data.changed),
    );
    return redirect(move.backTo);
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 422) return ask({ group: [error.message] });
    return load(() => Promise.reject(error));
  }
}

export default function MoveStores() {
  const question = useActionData<typeof action>();
  const { counted } = useFigures();
  if (!question)
    return (
      <>
        <PageHead crumbs={[{ label: "Hierarchy", to: hierarchyPath }]} title="Move stores" />
        <EmptyState
          icon="store"
          title="Choose stores first"
          action={<ButtonLink to={hierarchyPath}>Back to the hierarchy</ButtonLink>}
        >
          {moveStoresTexts.how}
        </EmptyState>
      </>
    );
  const { to, refs, all, count, names, group, groups, errors, backTo } = question;
  const stores = counted(count, "store");
  return (
    <>
      <PageHead
        crumbs={[{ label: "Hierarchy", to: backTo }]}
        title={to === "none" ? moveStoresTexts.removeTitle(stores) : `Assign ${stores}`}
        lead={`${names}. ${moveStoresTexts.lead}`}
      />
      <Panel>
        <Form
          fields={{
            values: { group: group ?? "" },
            errors: Object.keys(errors).length > 0 ? errors : undefined,
          }}
        >
          <input type="hidden" name="to" value={to} />
          <input type="hidden" name="confirmed" value="yes" />
          {all ? (
            <input type="hidden" name="all" value="on" />
          ) : (
            refs.map((ref) => <input key={ref} type="hidden" name="id" value={ref} />)
          )}
          {groups ? (
            <FoundSelectField
              what="groups"
              name="group"
              label="Group"
              placeholder="Choose a group"
              hint={moveStoresTexts.group}
              choices={groups}
            />
          ) : (
            <p className="text-ink-2">{moveStoresTexts.withoutGroup(count === 1)}</p>
          )}
          <FormActions>
            <Button variant={to === "none" ? "danger-solid" : "primary"}>
              {to === "none" ? `Remove ${stores}` : `Assign ${stores}`}
            </Button>
            <ButtonLink to={backTo}>Cancel</ButtonLink>
          </FormActions>
        </Form>
      </Panel>
    </>
  );
}
