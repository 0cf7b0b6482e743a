import { expect, test } from "vitest";
import { figuresIn, indianFormat } from "#contract/base/figures";
import { shownDelivery } from "./campaigns.server";

const pageContext = { ids: { encrypt: () => "ref" }, figures: figuresIn(indianFormat) };
const figuresAt = (elapsed: number) => ({ delivery: 0.17, elapsed, pacing: 0.75, owed: 197 });
const deliveryAt = (elapsed: number) =>
  shownDelivery({ id: 1, state: "LIVE", delivery: figuresAt(elapsed) }, pageContext);

test("a campaign's list says the share of due plays only while more are to come [ADS-3]", () => {
  expect(deliveryAt(0.2)?.pacing).toBe("75% of due");
  expect(deliveryAt(1)?.pacing).toBeNull();
});

test("a campaign is loud only while it is behind and can still be made up for [ADS-4]", () => {
  expect([0.05, 0.2, 1].map((elapsed) => deliveryAt(elapsed)?.isBehind)).toEqual([
    false,
    true,
    false,
  ]);
});
