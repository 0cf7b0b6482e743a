import type { CommandKind } from "#contract/player/words";
import { Button, type ButtonProps } from "~/ui/frame/button";

const labels: [command: CommandKind, label: string][] = [
  ["message", "Message"],
  ["restart", "Restart"],
  ["tone", "Test tone"],
  ["volume", "Volume"],
];

/** Shows a bulk bar's button for each command; `targetOf` gives what it posts, or where. */
export const CommandButtons = ({
  targetOf,
}: {
  targetOf: (command: CommandKind) => Pick<ButtonProps, "name" | "value" | "formAction">;
}) =>
  labels.map(([command, label]) => (
    <Button key={command} small {...targetOf(command)}>
      {label}
    </Button>
  ));
