import { applyConfirmations } from "~/features/imports/apply.server";
import { userImportPages } from "~/features/users/user-import.server";

export { default, meta } from "~/ui/confirm-route";

const confirmation = applyConfirmations(userImportPages);
export const loader = confirmation.loader;
export const action = confirmation.action;
