import type { ConfirmQuestion } from "~/ui/frame/confirm";
import { counted } from "~/ui/frame/figure";

export const chartActs = ["activate", "deactivate", "delete", "remove-logo"] as const;
export type ChartAct = (typeof chartActs)[number];

const mixing = (rules: number) => `${counted(rules, "master rule")} ${rules === 1 ? "mixes" : "mix"} it`;

/** What is asked before a chart is switched, deleted or loses its logo. */
export function chartQuestion(act: ChartAct, name: string, rules: number): ConfirmQuestion {
  switch (act) {
    case "activate":
      return {
        title: `Activate ${name}?`,
        message: "Rules that mix it play its songs again, in all days that are not published yet.",
        confirmLabel: "Activate chart",
        danger: false,
      };
    case "deactivate":
      return {
        title: `Deactivate ${name}?`,
        message:
          rules > 0
            ? `${mixing(rules)}: until it is active again they play the rest of their mix instead, in all days that are not published yet.`
            : "It can be put into no rule until it is active again. Its songs stay in it.",
        confirmLabel: "Deactivate chart",
      };
    case "delete":
      return {
        title: `Delete ${name}?`,
        message:
          rules > 0
            ? `${mixing(rules)}. Take it out of them first: until then it is not deleted.`
            : "It goes with the order and weights of its songs. The songs stay in the library.",
        confirmLabel: "Delete chart",
      };
    case "remove-logo":
      return { title: `Remove the logo of ${name}?`, message: "The picture is deleted.", confirmLabel: "Remove logo" };
  }
}
