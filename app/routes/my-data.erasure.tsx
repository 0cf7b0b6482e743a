import { MyDataFrame } from "~/features/personal-data/my-data-frame";
import { myDataPath } from "~/features/session/paths";
import ConfirmRoute from "~/ui/confirm-route";

export { action, loader } from "~/features/personal-data/personal-data.server";
export { meta } from "~/ui/confirm-route";

export default function AskForErasure() {
  return (
    <MyDataFrame home={myDataPath} accountPath={myDataPath}>
      <ConfirmRoute />
    </MyDataFrame>
  );
}
