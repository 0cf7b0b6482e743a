import { figure } from "~/ui/frame/figure";

/** The platform counts to 10,000. */
const countOf = (count: number) => (Number.isFinite(count) ? figure(count) : "more than 10,000");

/** What is asked before stores are activated or deactivated: names the thing and what goes with it. */
export function statusQuestion(target: "active" | "inactive", names: string[], count: number) {
  const what = count === 1 ? (names[0] ?? "this store") : `${countOf(count)} stores`;
  if (target === "inactive")
    return {
      title: `Deactivate ${what}?`,
      message: `${count === 1 ? "Its player stops" : "Their players stop"} getting music, ads and promos, and ${count === 1 ? "it is" : "they are"} no longer watched or billed from next month on. You can activate ${count === 1 ? "it" : "them"} again at any time.`,
      confirmLabel: count === 1 ? "Deactivate store" : "Deactivate stores",
      danger: true,
    };
  return {
    title: `Activate ${what}?`,
    message: `${count === 1 ? "Its player gets" : "Their players get"} the published day again, and ${count === 1 ? "it counts" : "they count"} for this month's invoice.`,
    confirmLabel: count === 1 ? "Activate store" : "Activate stores",
    danger: false,
  };
}
