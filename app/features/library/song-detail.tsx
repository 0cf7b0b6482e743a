import { Link, type useLoaderData } from "@remix-run/react";
import { statusLabels } from "#contract/base/status";
import { dayStateLabels } from "#contract/schedule/words";
import { Cover } from "~/ui/cover";
import { ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { useFigures } from "~/ui/frame/figures";
import { Facts, Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { Table } from "~/ui/frame/table";
import { HistoryPanel } from "~/ui/history-panel";
import { PlayButton } from "~/ui/play-button";
import { songCuesPath, songReplacePath } from "./paths";
import type { loadSongDetail } from "./song-detail.server";
import { songTexts } from "./texts";
import { Waveform } from "./waveform";

type Data = ReturnType<typeof useLoaderData<typeof loadSongDetail>>;

export function SongSound({ title, artist, art, sound, wave, played, audio, path }: Data) {
  return (
    <Panel
      title="Audio"
      lead={sound ? audio : songTexts.noAudio(audio)}
      actions={
        <>
          {sound ? (
            <ButtonLink to={songCuesPath(path)} small icon="edit">
              Change start and end
            </ButtonLink>
          ) : null}
          <ButtonLink to={songReplacePath(path)} small icon="upload">
            {sound ? "Replace audio" : "Upload audio"}
          </ButtonLink>
        </>
      }
    >
      <div className="flex items-center gap-3 sm:gap-4">
        <Cover art={art} size="large" />
        {sound ? (
          <>
            <PlayButton src={sound} title={title} by={artist} cover={<Cover art={art} />} />
            <Waveform path={wave} label={`Waveform of ${title}`} played={played} />
          </>
        ) : (
          <p className="text-ink-3">{songTexts.uploadAudio}</p>
        )}
      </div>
    </Panel>
  );
}

const nothing = <span className="text-ink-3">–</span>;

export function SongFacts({ facts, status, explicit }: Data) {
  return (
    <Panel title="Song">
      <Facts
        facts={[
          {
            term: "Status",
            value: (
              <span className="flex flex-wrap gap-1.5">
                <Pill tone={status === "active" ? "ok" : "idle"}>{statusLabels[status]}</Pill>
                {explicit ? <Pill tone="warn">Explicit</Pill> : null}
              </span>
            ),
          },
          ...facts.map(({ term, value }) => ({ term, value: value ?? nothing })),
        ]}
      />
    </Panel>
  );
}

export function SongLicence({ licence: { name, state, dates, countries, company } }: Data) {
  return (
    <Panel title="Licence">
      <Facts
        facts={[
          { term: "State", value: <Pill tone={state.tone}>{state.words}</Pill> },
          { term: "Licence", value: name ?? nothing },
          { term: "Days", value: dates },
          { term: "Countries", value: countries },
          { term: "Reserved for", value: company },
        ]}
      />
    </Panel>
  );
}

export function SongCharts({ charts, chartsTotal, hidden }: Data) {
  const { figure } = useFigures();
  return (
    <Panel
      title="Charts"
      lead={
        chartsTotal > charts.length
          ? songTexts.firstCharts(charts.length, figure(chartsTotal))
          : undefined
      }
    >
      {hidden ? (
        <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-4">
          <p className="min-w-0 flex-1 basis-64 text-ink-2">{hidden.text}</p>
          <ConfirmLink {...hidden.takeOut} variant="plain" />
        </div>
      ) : null}
      <Table
        caption={songTexts.charts}
        rows={charts}
        rowKey={(row) => row.key}
        columns={[
          {
            key: "chart",
            header: "Chart",
            card: "title",
            cell: (row) =>
              row.to ? (
                <Link to={row.to} className="font-semibold">
                  {row.chartName}
                </Link>
              ) : (
                <b className="font-semibold">{row.chartName}</b>
              ),
          },
          {
            key: "status",
            header: "Status",
            card: "aside",
            cell: (row) => (
              <Pill tone={row.isActive ? "ok" : "idle"}>
                {row.isActive ? "Active" : "Inactive"}
              </Pill>
            ),
          },
          { key: "whose", header: "Belongs to", card: "line", cell: (row) => row.whose },
          {
            key: "position",
            header: "Position",
            numeric: true,
            card: "line",
            cell: (row) => row.position,
          },
          {
            key: "weight",
            header: "Weight",
            numeric: true,
            card: "line",
            cell: (row) => row.weight,
          },
        ]}
        empty={<p className="py-4 text-ink-3">{songTexts.noCharts}</p>}
      />
    </Panel>
  );
}

export function SongPlaylists({ playlists, playlistsTo, waiting }: Data) {
  const note = waiting ? <p className="mb-3 text-ink-2">{waiting}</p> : null;
  if (!playlists)
    return (
      <Panel title="Coming days" lead={songTexts.playlistsLead}>
        {note}
        <ButtonLink to={playlistsTo} icon="search" preventScrollReset>
          Find in upcoming playlists
        </ButtonLink>
      </Panel>
    );
  return (
    <Panel title="Coming days" lead={playlists.more ? songTexts.firstPlaylists : undefined}>
      {note}
      <Table
        caption={songTexts.playlists}
        rows={playlists.rows}
        rowKey={(row) => row.key}
        columns={[
          {
            key: "day",
            header: "Day",
            card: "title",
            cell: (row) => <span className="whitespace-nowrap">{row.day}</span>,
          },
          {
            key: "state",
            header: "State",
            card: "aside",
            cell: (row) => (
              <Pill tone={row.state === "published" ? "ok" : "idle"}>
                {dayStateLabels[row.state]}
              </Pill>
            ),
          },
          { key: "group", header: "Group", card: "line", cell: (row) => row.group },
          { key: "company", header: "Company", card: "line", cell: (row) => row.companyName },
          { key: "times", header: "Times", numeric: true, card: "line", cell: (row) => row.times },
        ]}
        empty={<p className="py-4 text-ink-3">{songTexts.noPlaylists}</p>}
      />
    </Panel>
  );
}

export const SongHistory = ({ history, older, newer }: Data) => (
  <HistoryPanel label={songTexts.history} entries={history} older={older} newer={newer} />
);
