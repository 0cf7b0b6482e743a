import { storeCopies } from "~/features/stores/store-copy.server";

export { default, meta } from "~/ui/confirm-route";

export const { action, loader } = storeCopies;
