import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { setStoreStatus } from "#contract/stores/endpoints";
import { askStatus } from "~/features/stores/ask-status.server";
import { statusQuestion } from "~/features/stores/status-question";
import { load, requireArea } from "~/lib/guard.server";
import { ConfirmPage } from "~/ui/confirm-page";

export const meta: MetaFunction = () => [{ title: "Activate or deactivate stores · Fever In-Store" }];

/** The confirmation page of one store, from the list's link. */
export async function loader(args: LoaderFunctionArgs) {
  const guarded = await requireArea(args, "STORES");
  const { searchParams } = new URL(args.request.url);
  if (!searchParams.has("id")) return null;
  return askStatus(args.request, guarded, searchParams);
}

/** Asks first, for the stores ticked or all that match; changes them once it is confirmed. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await requireArea(args, "STORES");
  const form = await args.request.formData();
  const question = await askStatus(args.request, guarded, form);
  if (question.count === 0) {
    args.context.session.flash("error", "Select at least one store.");
    return redirect(question.cancelTo);
  }
  if (form.get("confirmed") !== "yes") return data(question);
  const { message } = await load(() => guarded.api.call(setStoreStatus, { body: question.change }));
  args.context.session.flash("success", message);
  return redirect(question.cancelTo);
}

export default function StoreStatus() {
  const loaded = useLoaderData<typeof loader>();
  const question = useActionData<typeof action>() ?? loaded;
  if (!question)
    return <ConfirmPage {...statusQuestion("inactive", [], 0)} title="Choose stores in the list first" cancelTo="/admin/stores" />;
  const { status, names, count, ids, all, cancelTo } = question;
  return (
    <ConfirmPage
      {...statusQuestion(status, names, count)}
      cancelTo={cancelTo}
      hidden={
        <>
          <input type="hidden" name="to" value={status} />
          <input type="hidden" name="confirmed" value="yes" />
          {all ? <input type="hidden" name="all" value="on" /> : ids.map((id) => <input key={id} type="hidden" name="id" value={id} />)}
        </>
      }
    />
  );
}
