import { expect, test } from "vitest";
import { tokenMaker } from "#platform/access/tokens";
import { setupLinks } from "#platform/modules/setup/setup-link";
import { identifiers } from "../api/identifiers.server";
import { antiForgery } from "../forms/anti-forgery.server";
import { playerDeviceCookie } from "./player-device.server";
import { sealer } from "./sealed.server";
import { sessionCookie } from "./session.server";

const old = "the secret of last year, which has leaked";
const fresh = "the secret of this year, which nobody has";
const both = `${fresh},${old}`;

test("a secret with a second value reads what the second made, makes it with the first, and without the second it is nobody's [OPS-1]", async () => {
  const clock = () => Date.UTC(2026, 10, 24);
  const sessionId = "0190a5a0-0000-7000-8000-000000000001";
  const access = await tokenMaker(old, clock).makeAccess(7, sessionId);
  const refresh = tokenMaker(old, clock).makeRefresh(7, sessionId, 3);
  const owner = { mark: "m", who: "asha", companyId: 7 };
  const csrf = antiForgery(old).tokenOf(owner);
  const cookie =
    (await sessionCookie({ secret: old, secure: false }).write(
      signedIn(await emptySession()),
      false,
    )) ?? "";
  const link = setupLinks(old).makeToken(new Date(clock()));
  const id = identifiers(old).encrypt("store", 42);
  const uuid = identifiers(old).encryptUuid("store", sessionId);
  const sealed = sealer(old, "draft").seal({ name: "Asha" });

  const reads = async (secret: string) => ({
    access: (await tokenMaker(secret, clock).readAccess(access))?.companyId,
    refresh: tokenMaker(secret, clock).readRefresh(refresh)?.generation,
    csrf:
      antiForgery(secret).fits(csrf, owner) &&
      antiForgery(secret).isOf(csrf, "asha") &&
      antiForgery(secret).isOfCompany(csrf, owner),
    cookie: (await sessionCookie({ secret, secure: false }).read(cookie)).tokens?.accessToken,
    link: setupLinks(secret).judge(link, new Date(clock())),
    id: orNothing(() => identifiers(secret).decrypt("store", id)),
    uuid: orNothing(() => identifiers(secret).decryptUuid("store", uuid)),
    sealed: sealer(secret, "draft").open(sealed)?.value,
  });
  const all = {
    access: 7,
    refresh: 3,
    csrf: true,
    cookie: "a",
    link: "valid",
    id: 42,
    uuid: sessionId,
    sealed: { name: "Asha" },
  };
  expect(await reads(both)).toEqual(all);
  expect(await reads(old)).toEqual(all);
  expect(await reads(fresh)).toEqual({ csrf: false, link: "invalid" });

  expect(tokenMaker(both, clock).makeRefresh(7, sessionId, 3)).toBe(
    tokenMaker(fresh, clock).makeRefresh(7, sessionId, 3),
  );
  expect(identifiers(both).encrypt("store", 42)).toBe(identifiers(fresh).encrypt("store", 42));
  expect(antiForgery(both).tokenOf(owner)).toBe(antiForgery(fresh).tokenOf(owner));
  expect(sealer(fresh, "draft").open(sealer(both, "draft").seal(1))).toEqual({
    value: 1,
    isOld: false,
  });
});

test("the cookie by which a shop's player plays is written anew under the new secret, as it outlives the old one [OPS-1]", () => {
  const cookies = (secret: string) => playerDeviceCookie({ secret, secure: false });
  const device = cookies(old).read(null);
  device.keep("counter", "player.1.2.abc");
  const read = cookies(both).read(cookies(old).write(device)[0] ?? "");
  expect(read.credential).toBe("player.1.2.abc");
  const [renewed = ""] = cookies(both).write(read);
  expect(cookies(fresh).read(renewed).credential).toBe("player.1.2.abc");
  expect(cookies(both).write(cookies(both).read(renewed))).toEqual([]);
});

const emptySession = () => sessionCookie({ secret: old, secure: false }).read(null);

function signedIn(session: Awaited<ReturnType<typeof emptySession>>) {
  session.signIn({ accessToken: "a", refreshToken: "r" });
  return session;
}

function orNothing<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
