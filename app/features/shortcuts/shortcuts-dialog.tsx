import type { ComponentProps } from "react";
import { Dialog } from "~/ui/frame/dialog";
import { ShortcutList } from "./shortcut-list";

export const ShortcutsDialog = ({
  onClose,
  ...list
}: { onClose: () => void } & ComponentProps<typeof ShortcutList>) => (
  <Dialog title="Keyboard shortcuts" width={500} onClose={onClose}>
    <ShortcutList {...list} />
  </Dialog>
);
