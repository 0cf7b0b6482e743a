import { myDataPath } from "~/features/session/paths";
import { ButtonLink } from "~/ui/frame/button";
import { Panel } from "~/ui/frame/panel";
import { myDataTexts } from "./texts";

/** Links from a person's account to the data held about them. */
export function MyDataPanel() {
  return (
    <Panel title={myDataTexts.title} lead={myDataTexts.lead}>
      <ButtonLink to={myDataPath} reloadDocument>
        {myDataTexts.title}
      </ButtonLink>
    </Panel>
  );
}
