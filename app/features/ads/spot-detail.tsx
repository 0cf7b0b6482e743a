import type { useLoaderData } from "@remix-run/react";
import { Waveform } from "~/features/library/waveform";
import { ButtonLink } from "~/ui/frame/button";
import { useFigures } from "~/ui/frame/figures";
import { Facts, Panel } from "~/ui/frame/panel";
import { Table } from "~/ui/frame/table";
import { HistoryPanel } from "~/ui/history-panel";
import { PlayButton } from "~/ui/play-button";
import { spotCuesPath, spotReplacePath } from "./paths";
import type { loadSpotDetail } from "./spot-detail.server";
import { SpotStatePill } from "./spot-list";
import { spotTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadSpotDetail>>;

export function SpotSound({ name, sound, wave, played, audio, path, mayChange }: Data) {
  return (
    <Panel
      title="Audio"
      lead={audio ?? undefined}
      actions={
        mayChange ? (
          <>
            {sound ? (
              <ButtonLink to={spotCuesPath(path)} small icon="edit">
                Change start and end
              </ButtonLink>
            ) : null}
            <ButtonLink to={spotReplacePath(path)} small icon="upload">
              {sound ? "Replace audio" : "Upload audio"}
            </ButtonLink>
          </>
        ) : undefined
      }
    >
      {sound ? (
        <div className="flex items-center gap-3 sm:gap-4">
          <PlayButton src={sound} title={name} />
          <Waveform path={wave} label={`Waveform of ${name}`} played={played} />
        </div>
      ) : (
        <p className="text-ink-3">{spotTexts.noAudio}</p>
      )}
    </Panel>
  );
}

const nothing = <span className="text-ink-3">–</span>;

export function SpotFacts({ facts, state }: Data) {
  return (
    <Panel title="Spot">
      <Facts
        facts={[
          { term: "State", value: <SpotStatePill state={state} /> },
          ...facts.map(({ term, value }) => ({ term, value: value ?? nothing })),
        ]}
      />
    </Panel>
  );
}

export function SpotUses({ name, uses, usesTotal }: Data) {
  const { figure } = useFigures();
  return (
    <Panel
      title="Used by"
      lead={
        usesTotal > uses.length
          ? spotTexts.firstUses(figure(uses.length), figure(usesTotal))
          : undefined
      }
    >
      <Table
        caption={spotTexts.uses(name)}
        rows={uses}
        rowKey={({ key }) => key}
        columns={[
          { key: "name", header: "Campaign", card: "title", cell: ({ name }) => name },
          { key: "state", header: "State", card: "line", cell: ({ state }) => state },
          { key: "days", header: "Days", card: "line", cell: ({ days }) => days },
        ]}
        empty={<p className="py-4 text-ink-3">{spotTexts.notUsed}</p>}
      />
    </Panel>
  );
}

export const SpotHistory = ({ history, older, newer }: Data) => (
  <HistoryPanel label={spotTexts.history} entries={history} older={older} newer={newer} />
);
