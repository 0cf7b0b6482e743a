import { applyConfirmations } from "~/features/imports/apply.server";
import { songImportPages } from "~/features/library/song-import.server";

export { default, meta } from "~/ui/confirm-route";

const confirmation = applyConfirmations(songImportPages);
export const loader = confirmation.loader;
export const action = confirmation.action;
