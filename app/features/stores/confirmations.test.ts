import { expect, test } from "vitest";
import { figuresOf } from "#contract/base/country-figures";
import type { PageContext } from "~/lib/session/guard.server";
import { oneStore, storeConfirmations } from "./confirmations.server";

const inIndia = { figures: figuresOf("IN") } as PageContext;
const several = (count: number, active = count) => ({
  path: "",
  count,
  active,
  which: { matching: {} },
  some: ["Andheri West", "Bandra", "Colaba"].map((name, id) => ({ id, name })),
});

test("The question before stores change names one, counts several, and says so where there are more than are counted", () => {
  const titles = [
    storeConfirmations.linkTo(
      "deactivate",
      oneStore("", { id: 1, storeName: "Andheri", status: "active" }),
      inIndia,
    ),
    storeConfirmations.linkTo("activate", several(1200), inIndia),
    storeConfirmations.linkTo("deactivate", several(Number.POSITIVE_INFINITY), inIndia),
  ];
  expect(titles.map(({ title }) => title)).toEqual([
    "Deactivate Andheri?",
    "Activate 1,200 stores?",
    "Deactivate more than 10,000 stores?",
  ]);
});

test("A question about several names the first of them, and says how many are so already [STO-1]", () => {
  const { message } = storeConfirmations.linkTo("deactivate", several(24, 20), inIndia);
  expect(message).toContain(
    "Andheri West, Bandra and 22 more. 4 stores are inactive already and do not change. Their players get no more",
  );
  expect(storeConfirmations.linkTo("activate", several(3, 1), inIndia).message).toContain(
    "Andheri West, Bandra and Colaba. 1 store is active already and does not change.",
  );
  expect(storeConfirmations.linkTo("deactivate", several(24), inIndia).message).toContain(
    "Andheri West, Bandra and 22 more. Their players",
  );
});
