import { hierarchyPath } from "~/features/hierarchy/paths";
import { useInMenu } from "~/lib/session/menu";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { previewTexts } from "./texts";

/**
 * Says that there is no group to plan music for, with a link to the hierarchy for people who may
 * open it.
 */
export function NoGroups() {
  const mayAdd = useInMenu(hierarchyPath);
  return (
    <EmptyState
      icon="schedule"
      title="No List Found"
      action={mayAdd ? <ButtonLink to={hierarchyPath}>Open hierarchy</ButtonLink> : undefined}
    >
      {previewTexts.noGroups}
    </EmptyState>
  );
}
