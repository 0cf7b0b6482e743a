import { applyConfirmations } from "~/features/imports/apply.server";
import { storeImportPages } from "~/features/stores/store-import.server";

export { default, meta } from "~/ui/confirm-route";

const confirmation = applyConfirmations(storeImportPages);
export const loader = confirmation.loader;
export const action = confirmation.action;
