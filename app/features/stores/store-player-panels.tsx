import type { useLoaderData } from "@remix-run/react";
import { PlayerPackage } from "~/features/player/player-package";
import { CopiedAddress } from "~/ui/copied-address";
import { ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { playerAddPath } from "./paths";
import type { loadStoreDetail } from "./store-detail.server";
import { deviceTexts, storeTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadStoreDetail>>;

export function Players({
  users,
  managesPlayers,
  storeRef,
  name,
  playerUrl,
  packageUrl,
}: Data & { playerUrl: string; packageUrl: string | undefined }) {
  return (
    <Panel
      title="Player accounts"
      actions={
        managesPlayers ? (
          <ButtonLink small to={playerAddPath(storeRef)}>
            Add player account
          </ButtonLink>
        ) : null
      }
    >
      {users.length === 0 ? (
        <p className="text-ink-2">{storeTexts.noAccounts(name)}</p>
      ) : (
        <ul className="grid gap-2">
          {users.map((user) => (
            <li key={user.ref} className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <b className="font-semibold">{user.username}</b>
                <small className="block text-ink-3">
                  {user.status === "active"
                    ? user.signedIn
                      ? `Signed in ${user.signedIn}`
                      : "Never signed in"
                    : user.status}
                </small>
              </span>
              {user.reset ? (
                <ConfirmLink {...user.reset} of={`of ${user.username}`} variant="quiet" small />
              ) : null}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3 border-t border-line pt-3 text-sm text-ink-2">
        {storeTexts.playerAddress} <CopiedAddress url={playerUrl} />
        {packageUrl ? (
          <>
            {" "}
            For Android devices: <PlayerPackage url={packageUrl} />
          </>
        ) : null}
      </p>
    </Panel>
  );
}

export function Devices({ devices, name }: Data) {
  return (
    <Panel title="Player devices" lead={deviceTexts.lead}>
      {devices.length === 0 ? (
        <p className="text-ink-2">{deviceTexts.none(name)}</p>
      ) : (
        <ul className="grid gap-3">
          {devices.map((device) => (
            <li key={device.ref} className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span className="flex flex-wrap items-center gap-2">
                  <b className="font-semibold">{device.name}</b>
                  {device.playsSince ? (
                    <Pill tone="ok">Plays since {device.playsSince}</Pill>
                  ) : null}
                </span>
                <small className="block text-ink-3">Last seen: {device.lastSeen}</small>
                <small className="block text-ink-3">Signed in {device.signedIn}</small>
              </span>
              <ConfirmLink {...device.revoke} of={device.name} variant="quiet" small />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
