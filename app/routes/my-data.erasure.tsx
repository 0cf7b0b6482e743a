import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { erasureConfirmations } from "~/features/personal-data/personal-data.server";
import { OwnPage } from "~/features/session/own-page";
import { myDataPath } from "~/features/session/paths";
import { requireUser } from "~/lib/session/guard.server";
import ConfirmRoute from "~/ui/confirm-route";

export { meta } from "~/ui/confirm-route";

export default function AskForErasure() {
  return (
    <OwnPage home={myDataPath} back={{ to: myDataPath, label: "My data" }} signOutTo="/logout">
      <ConfirmRoute />
    </OwnPage>
  );
}

export const loader = async (args: LoaderFunctionArgs) =>
  erasureConfirmations.ask(args, await requireUser(args));
export const action = async (args: ActionFunctionArgs) =>
  erasureConfirmations.act(args, await requireUser(args));
