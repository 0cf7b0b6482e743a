import { expect, test } from "vitest";
import { storeConfirmations } from "./confirmations.server";

const several = (count: number) => ({ path: "", count, which: { matching: {} } });

test("The question before stores change names one, counts several, and says so where there are more than are counted", () => {
  const titles = [
    storeConfirmations.linkTo("deactivate", { ...several(1), name: "Andheri" }),
    storeConfirmations.linkTo("activate", several(1200)),
    storeConfirmations.linkTo("deactivate", several(Infinity)),
  ];
  expect(titles.map(({ title }) => title)).toEqual([
    "Deactivate Andheri?",
    "Activate 1,200 stores?",
    "Deactivate more than 10,000 stores?",
  ]);
});
