import { existsSync, readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Endpoint } from "#contract/base/endpoint";
import { auditLog } from "#platform/db/schema/index";
import { anyEngine } from "../support/database.ts";
import { allEndpoints, nameOf, placeInSweep } from "./all-endpoints.ts";
import { type DemoWorld, openDemoWorld } from "./demo-world.ts";
import { callWithOwn } from "./own-calls.ts";
import { type Ids, sampleInput } from "./sample-input.ts";

/** Calls that change something and leave no row, each with its reason. */
const withoutRow: Record<string, string> = {
  "POST /auth/signin": "a sign-in is a session, which stands in the login reports",
  "POST /auth/second-step":
    "the second step of a sign-in; a recovery code that is used leaves the row",
  "POST /auth/second-step/passkey": "asks what a browser finishes a sign-in with",
  "POST /auth/second-step/passkey/confirm":
    "the second step of a sign-in, which its passkey remembers",
  "POST /user/me/passkeys": "a passkey that is begun; confirming it leaves the row",
  "POST /auth/company/begin": "a sign-in that is begun; finishing it leaves the row",
  "POST /auth/signin-link": "mails a link; signing in by it leaves the row",
  "POST /auth/refreshToken": "renews a session",
  "POST /auth/signout": "ends the caller's own session, which says when and why",
  "DELETE /user/sessions/{id}": "ends one of the caller's own sessions, which says when and why",
  "PUT /user/me/settings": "the caller's own screen: theme and lite mode",
  "PUT /update-notification-count": "what the caller has read",
  "POST /player/heartbeat": "telemetry of a store",
  "POST /player/commands/{id}":
    "what the player says became of a command, which itself left the row",
  "POST /player/play-outs": "telemetry of a store: the play log itself",
  "PUT /form-draft": "what somebody has typed and not sent",
  "DELETE /form-draft": "what somebody has typed and not sent",
  "POST /store/csv-store": "checks a file; applying it leaves the rows",
  "POST /user/csv-user": "checks a file; applying it leaves the rows",
  "POST /footfall/csv-footfall": "checks a file; applying it leaves a row",
  "POST /csv-multimedia": "checks a file; applying it leaves the rows",
  "POST /check-multimedia": "asks which songs there are",
  "POST /multimedia/match": "asks which songs a list names",
  "POST /ad-settings/check": "asks what a save would do",
  "POST /masterRule/check": "asks whether a rule can be kept",
  "POST /masterRule/what-if":
    "asks what a rule would make of the coming days: what somebody has typed and not saved",
  "POST /campaign/quote": "asks what a campaign would take",
  "POST /event-playlist/check": "asks what an event would overlap",
  "POST /emails/bounces": "the mail service's word, which stands in the email's row",
  "POST /saved-filter": "the caller's own list",
  "DELETE /saved-filter": "the caller's own list",
};

/**
 * These need what no sample has: a mailed token, a server without provider, a checked file, a day
 * that was made, the answer to a question, a new name, a role with its level, a campaign that is
 * held or booked. Their own tests look for the row.
 */
const provedElsewhere: Record<string, string> = {
  "POST /auth/reset-password": "tests/api/account-recovery.test.ts",
  "POST /auth/activate-password": "tests/api/account-invitation.test.ts",
  "POST /user/me/two-steps/confirm": "tests/api/two-steps.test.ts",
  "POST /user/me/two-steps/recovery-codes": "tests/api/two-steps.test.ts",
  "POST /user/me/two-steps/off": "tests/api/two-steps.test.ts",
  "POST /user/me/passkeys/confirm": "tests/api/passkeys.test.ts",
  "POST /user/me/passkeys/remove": "tests/api/passkeys.test.ts",
  "POST /auth/reset-two-steps": "tests/api/two-steps.test.ts",
  "PUT /company/sign-in": "tests/api/two-steps.test.ts",
  "PUT /report-schedule/outside": "tests/api/report-recipients.test.ts",
  "POST /auth/company/finish": "tests/api/company-account.test.ts",
  "DELETE /user/me/erasure-request": "tests/api/personal-data.test.ts",
  "POST /setup": "tests/api/setup.test.ts",
  "POST /masterRule/copy": "tests/api/rule-copy.test.ts",
  "POST /masterRule/restore": "tests/api/rule-versions.test.ts",
  "PUT /group-playlist": "tests/api/schedule.test.ts",
  "POST /group-playlist/publish": "tests/api/publish-days.test.ts",
  "POST /invoice/generate": "tests/api/billing.test.ts",
  "POST /invoice/{id}/e-invoice": "tests/api/e-invoices.test.ts",
  "POST /invoice/{id}/e-invoice/cancel": "tests/api/e-invoices.test.ts",
  "POST /credit-note/{id}/e-invoice": "tests/api/e-invoices.test.ts",
  "POST /credit-note/{id}/e-invoice/cancel": "tests/api/e-invoices.test.ts",
  "POST /e-invoice/answers": "tests/api/e-invoices.test.ts",
  "POST /invoice/{id}/dunning/resume": "tests/api/dunning.test.ts",
  "POST /bank-line": "tests/api/bank-lines.test.ts",
  "POST /alert/hand-over": "tests/api/shift-hand-over.test.ts",
  "POST /alert/hand-over/all": "tests/api/shift-hand-over.test.ts",
  "POST /player/song-reports": "tests/api/song-reports.test.ts",
  "POST /player/help/voice-note": "tests/api/help-calls.test.ts",
  "POST /multimedia": "tests/api/songs.test.ts",
  "DELETE /multimedia": "tests/api/song-deletion.test.ts",
  "DELETE /multimedia/{id}/uses": "tests/api/song-reservations.test.ts",
  "POST /spot": "tests/api/ad-spots.test.ts",
  "PATCH /user/update-for-users": "tests/api/assignment.test.ts",
  "PATCH /store/assign-group": "tests/api/hierarchy-changes.test.ts",
  "PATCH /store/bulk": "tests/api/store-bulk.test.ts",
  "DELETE /player/claim": "tests/api/player-devices.test.ts",
  "DELETE /store/player-device": "tests/api/player-devices.test.ts",
  "DELETE /event-playlist-image": "tests/api/event-playlists.test.ts",
  "POST /event-playlist/publish": "tests/api/event-playlists.test.ts",
  "PUT /chart-song": "tests/api/charts.test.ts",
  "POST /multimedia-to-chart/csv": "tests/api/charts.test.ts",
  "PUT /chart-song/custom-chart": "tests/api/charts.test.ts",
  "DELETE /chart-song/custom-chart": "tests/api/charts.test.ts",
  "POST /campaign/make-good": "tests/api/ad-delivery.test.ts",
  "PATCH /campaign/state": "tests/api/ad-booking.test.ts",
  "PUT /schedule-non-music": "tests/api/ad-booking.test.ts",
  "PUT /schedule-non-music/with-time": "tests/api/ad-booking.test.ts",
  "PUT /schedule-non-music/for-toh": "tests/api/ad-booking.test.ts",
};

test("A successful call of every endpoint that changes something leaves a row in the audit log, written with it [AUD-1]", async () => {
  const world = await openDemoWorld(anyEngine);
  const wrong: string[] = [];
  let rowCount = 0;
  // the company's state last: who is deactivated does nothing more
  const place = (endpoint: Endpoint) =>
    endpoint.path === "/company/activate-deactivate" ? 3 : placeInSweep(endpoint);
  for (const endpoint of [...allEndpoints.values()].sort((a, b) => place(a) - place(b))) {
    const name = nameOf(endpoint);
    if (endpoint.method === "get" || name in withoutRow || name in provedElsewhere) continue;
    const outcome = await rowOf(world, endpoint);
    if (outcome === "row") rowCount++;
    else wrong.push(`${name}: ${outcome}`);
  }
  await world.at.close();
  expect(wrong).toEqual([]);
  expect(rowCount).toBeGreaterThan(15);
  const excused = [...Object.keys(withoutRow), ...Object.keys(provedElsewhere)];
  expect(excused.filter((name) => !allEndpoints.has(name))).toEqual([]);
  expect(Object.values(provedElsewhere).filter((file) => !looksForTheRow(file))).toEqual([]);
});

/** A test that is there no more, or that never looks at the audit log, proves nothing. */
const looksForTheRow = (file: string) =>
  existsSync(file) && /audit(Log|Of|_log|ed)/.test(readFileSync(file, "utf8"));

/** Asks for the other state, and at another place, where what is asked for may already be so. */
async function rowOf(world: DemoWorld, endpoint: Endpoint): Promise<"row" | string> {
  const own = await world.ownOf("ours"); // anew: calls before may have removed some
  const elsewhere: Ids = { ...own, groupId: own.emptyGroupId ?? 0, zoneId: own.emptyZoneId ?? 0 };
  for (const [items, choice] of [
    [own, 0],
    [own, -1],
    [elsewhere, 0],
  ] as const) {
    const { response, refused } =
      endpoint.access === "public"
        ? {
            response: await world.at.request(
              endpoint,
              sampleInput(endpoint, { id: (member) => items[member] ?? 1 }),
            ),
          }
        : await callWithOwn(world, items, endpoint, choice);
    if (!response?.ok)
      return `nothing was taken, sample-input.ts needs an example: ${refused?.slice(0, 2).join(", ") ?? response?.status}`;
    if (
      await world.at.database.db.$count(
        auditLog,
        eq(auditLog.requestId, response.headers.get("X-Request-Id") ?? ""),
      )
    )
      return "row";
  }
  return "no row";
}
