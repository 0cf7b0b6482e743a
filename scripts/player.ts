/**
 * A store's player without a speaker, through the player's API: `npm run player -- --username
 * store.manager --password …`. By default it plays from now on; with --from it plays everything
 * since then, --rate times as fast as real time.
 */
import { parseArgs } from "node:util";
import { playerCalls, signInDevice } from "../demo/player/player-calls.ts";
import { runPlayer } from "../demo/player/run-player.ts";

const { values } = parseArgs({
  options: {
    url: { type: "string", default: "http://localhost:3000" },
    username: { type: "string" },
    password: { type: "string" },
    device: { type: "string", default: "command-line" },
    from: { type: "string" },
    until: { type: "string" },
    rate: { type: "string", default: "1" },
  },
});
const { url, username, password, device: deviceId } = values;
const began = Date.now();
const rate = Number(values.rate);
const from = values.from === undefined ? began : Date.parse(values.from);
const to =
  values.until === undefined
    ? values.from === undefined
      ? Number.POSITIVE_INFINITY
      : began
    : Date.parse(values.until);
if (!username || !password || Number.isNaN(from) || Number.isNaN(to) || !(rate > 0)) {
  process.stderr.write(
    "Usage: npm run player -- --username NAME --password PASSWORD [--url URL] [--device ID] [--from TIME] [--until TIME] [--rate N]\n",
  );
  process.exit(2);
}

const credential = await signInDevice({ url, deviceId }, { username, password });
const account = await runPlayer({
  calls: playerCalls({ url, deviceId, credential }),
  from,
  to,
  tellsClock: values.from === undefined,
  reach: (instant) =>
    new Promise((resolve) =>
      setTimeout(resolve, Math.max(0, began + (instant - from) / rate - Date.now())),
    ),
});
const { accepted, verified, unverified, refused } = account.receipt;
const reasons = [...new Set(unverified.map(({ reason }) => reason))].map(
  (reason) => `${unverified.filter((one) => one.reason === reason).length} ${reason}`,
);
process.stdout.write(
  `Played ${account.plays.length}, received ${accepted}, verified ${verified}${reasons.length > 0 ? ` (${reasons.join(", ")})` : ""}, refused ${refused.length}${account.isReplaced ? "; another device plays now" : ""}\n`,
);
