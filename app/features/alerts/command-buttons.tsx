import type { CommandKind } from "#contract/player/words";
import { Button, type ButtonProps } from "~/ui/frame/button";

const labels: [command: CommandKind, label: string][] = [
  ["message", "Message"],
  ["restart", "Restart"],
  ["tone", "Test tone"],
  ["volume", "Volume"],
];

/** The buttons of a bulk bar that lead to a command's page; `leads` gives the button's target. */
export const CommandButtons = ({
  leads,
}: {
  leads: (command: CommandKind) => Pick<ButtonProps, "name" | "value" | "formAction">;
}) =>
  labels.map(([command, label]) => (
    <Button key={command} small {...leads(command)}>
      {label}
    </Button>
  ));
