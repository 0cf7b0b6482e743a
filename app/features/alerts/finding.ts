import type { AlertKind } from "#contract/alerts/words";
import type { Figures } from "#contract/base/figures";
import { alertSentences, alertsTexts as texts } from "./texts";

/** Says how many alerts are open, and how many nobody has acknowledged. */
export function alertsFinding(
  { open, unacknowledged }: { open: number; unacknowledged: number },
  { figure, counted }: Pick<Figures, "figure" | "counted">,
): string {
  if (open === 0) return texts.noOpen;
  const alerts = counted(open, "open alert");
  if (unacknowledged === 0) return texts.acknowledged(alerts, open === 1);
  return open === 1 ? alerts : texts.unacknowledged(alerts, figure(unacknowledged));
}

/** Says what is wrong in a store, or was, and for how long. */
export function alertFinding({
  storeName,
  kind,
  lasted,
  isOver,
}: {
  storeName: string;
  kind: AlertKind;
  lasted: string;
  isOver: boolean;
}): string {
  return texts.state(storeName, alertSentences[kind], lasted, isOver);
}
