import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { showPlaylistDate } from "#contract/base/dates";
import { changePlaylist, findPlaylist } from "#contract/schedule/endpoints";
import { dayPath } from "~/features/schedule/paths";
import { publishQuestion } from "~/features/schedule/publish-question";
import { type Guarded, load, requireArea } from "~/lib/guard.server";
import { ApiRefusal } from "~/lib/platform.server";
import { ConfirmPage } from "~/ui/confirm-page";
import { withMembers } from "~/ui/frame/address";

export const meta: MetaFunction = () => [{ title: "Publish a day · Fever In-Store" }];

const ask = async ({ api, ids }: Guarded, ref: FormDataEntryValue | null) => {
  const id = ids.decrypt("playlist", typeof ref === "string" ? ref : null);
  const { data } = await load(() => api.call(findPlaylist, { params: { id } }));
  return { id, data, backTo: withMembers(dayPath, { groupId: ids.encrypt("group", data.groupId), day: data.day }) };
};

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await requireArea(args, "MUSIC_SCHEDULE");
  const ref = new URL(args.request.url).searchParams.get("id");
  const { data, backTo } = await ask(guarded, ref);
  return {
    ref,
    backTo,
    asked: { groupName: `${data.groupName}, ${data.zoneName}`, day: showPlaylistDate(data.day), stores: data.stores.length },
  };
}

/** A draft that is not what would play any more leads back to the day as it is now. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await requireArea(args, "MUSIC_SCHEDULE");
  const { id, backTo } = await ask(guarded, (await args.request.formData()).get("id"));
  const { session } = args.context;
  try {
    const { message } = await guarded.api.call(changePlaylist, { body: { id, change: "publish" } });
    session.flash("success", message);
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.status !== 422) return load(() => Promise.reject(error));
    session.flash("error", error.message);
  }
  return redirect(backTo);
}

export default function PublishDay() {
  const { ref, asked, backTo } = useLoaderData<typeof loader>();
  return <ConfirmPage {...publishQuestion(asked)} cancelTo={backTo} hidden={<input type="hidden" name="id" value={ref ?? ""} />} />;
}
