import { OwnPage } from "~/features/session/own-page";
import { myDataPath } from "~/features/session/paths";
import ConfirmRoute from "~/ui/confirm-route";

export { action, loader } from "~/features/personal-data/personal-data.server";
export { meta } from "~/ui/confirm-route";

export default function AskForErasure() {
  return (
    <OwnPage home={myDataPath} back={{ to: myDataPath, label: "My data" }} signOutTo="/logout">
      <ConfirmRoute />
    </OwnPage>
  );
}
