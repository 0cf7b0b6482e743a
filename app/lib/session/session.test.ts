import { expect, test } from "vitest";
import { WebSession } from "./session.server";

test("the way back is given once, within the hour, to the person whose session ended there or to anybody where there was none [NAV-8]", () => {
  const path = "/admin/stores";
  const until = Date.now() + 60_000;
  const cases: [
    wayBack: { path: string; who?: string; until: number },
    expected: string | undefined,
  ][] = [
    [{ path, until }, path],
    [{ path, who: "1/2", until }, path],
    [{ path, who: "1/3", until }, undefined],
    [{ path, until: Date.now() - 1 }, undefined],
  ];
  for (const [wayBack, expected] of cases) {
    const session = new WebSession({ wayBack });
    session.signIn({ accessToken: "a", refreshToken: "r" });
    expect(session.takeWayBack("1/2")).toBe(expected);
    expect(session.takeWayBack("1/2")).toBeUndefined();
  }
});
