import { AudioRow } from "~/ui/audio-row";
import { Chart } from "~/ui/chart";
import type { ChartKind } from "~/ui/chart-scale";
import { DayKey, DayLines, type HourItem, HourRow } from "~/ui/day";
import { withMembers } from "~/ui/frame/address";
import { Panel } from "~/ui/frame/panel";
import { HeatMap } from "~/ui/heat-map";
import { Timeline } from "~/ui/timeline";
import { galleryPath } from "./paths";

const kinds: ChartKind[] = ["bar", "pie", "linear"];
const days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const types = [
  { label: "Music", colour: "music" },
  { label: "Ad", colour: "ad" },
  { label: "Promo", colour: "jingle" },
] as const;

const hour: HourItem[] = [
  { start: 0, seconds: 12, kind: "toh", title: "Store jingle" },
  ...[12, 262, 546, 778].map((start, index) => ({
    start,
    seconds: [250, 284, 232, 264][index] ?? 200,
    kind: "music" as const,
    title: "Song",
  })),
  { start: 1042, seconds: 30, kind: "ad", title: "Northwind Winter Sale" },
  ...[1072, 1352, 1596, 1860].map((start, index) => ({
    start,
    seconds: [280, 244, 264, 240][index] ?? 200,
    kind: "music" as const,
  })),
  { start: 2100, seconds: 20, kind: "jingle", title: "Loyalty card" },
  ...[2120, 2410, 2700, 3010, 3300].map((start) => ({
    start,
    seconds: 290,
    kind: "music" as const,
  })),
];

/** Charts of each kind, a day, a heat map, a timeline, songs to hear. */
export function GalleryTime({ kind }: { kind: ChartKind }) {
  return (
    <>
      <Charts kind={kind} />
      <Day />
      <Panel title="Free seconds" lead="Prime hours are 17:00 to 20:00.">
        <HeatMap
          caption="Free ad seconds"
          unit="Free seconds"
          columns={days}
          rows={["10:00", "11:00", "12:00", "13:00"].map((label, row) => ({
            label,
            cells: days.map((_, index) => ({
              value: row === 0 && index === 6 ? null : (row * 97 + index * 53) % 361,
              to: row === 1 ? galleryPath : undefined,
            })),
          }))}
        />
      </Panel>
      <div className="grid gap-x-4 lg:grid-cols-2">
        <Panel title="History">
          <Timeline
            label="History of the store"
            entries={[
              {
                key: "3",
                at: "21/11/26 09:14",
                title: "Offline",
                tone: "bad",
                detail: "Last heartbeat 09:14",
              },
              {
                key: "2",
                at: "20/11/26 18:02",
                title: "Volume changed from 55 to 62",
                tone: "info",
                detail: "by Meera Nair",
              },
              { key: "1", at: "02/11/26 10:00", title: "Store added", tone: "ok" },
            ]}
          />
        </Panel>
        <Panel>
          <AudioRow title="Monsoon Drive" detail="Asha Rao, Rain and Rails" src="/files/none.mp3" />
          <AudioRow title="Northwind Winter Sale" detail="Ad, 0:20" src="/files/none.mp3" />
        </Panel>
      </div>
    </>
  );
}

function Charts({ kind }: { kind: ChartKind }) {
  return (
    <div className="grid gap-x-4 lg:grid-cols-2">
      <Chart
        title="Plays fell by a third on Sunday"
        axes="Plays a day, last 7 days"
        kind={kind}
        kinds={kinds}
        kindHref={(one) => withMembers(galleryPath, { chart: one })}
        pointHeader="Day"
        series={[{ label: "Plays" }]}
        points={days.map((label, index) => ({
          label,
          values: [[4210, 4388, 4105, 4502, 4820, 4911, 3120][index] ?? 0],
        }))}
      />
      <Chart
        title="Ads grew while music stayed level"
        axes="Hours played a day, last 7 days"
        kind="linear"
        pointHeader="Day"
        series={[...types]}
        points={days.map((label, index) => ({
          label,
          values: [88 + (index % 3), 12 + index * 4, 9],
        }))}
      />
      <Chart
        title="Flagship plays most of all groups"
        axes="Plays yesterday, by group"
        kind="bar"
        pointHeader="Group"
        series={[{ label: "Plays", colour: "jingle" }]}
        points={["Flagship", "High street, Mumbai", "Mall", "Railway stations and airports"].map(
          (label, index) => ({
            label,
            values: [1820 - index * 410],
          }),
        )}
      />
      <SmallCharts />
    </div>
  );
}

function SmallCharts() {
  return (
    <>
      <Chart
        title="Two seconds in three are music"
        axes="Share of seconds played, yesterday"
        kind="pie"
        pointHeader="Type"
        series={[{ label: "Seconds" }]}
        points={[
          { label: "Music", values: [2400] },
          { label: "Ad", values: [700] },
          { label: "Promo", values: [300] },
          { label: "Top of the Hour", values: [200] },
        ]}
      />
      <Chart
        title="Ads by hour"
        axes="Seconds booked"
        kind="bar"
        pointHeader="Hour"
        series={[...types]}
        points={["10", "11", "12"].map((label, index) => ({
          label,
          values: [20 + index, 14, 8],
        }))}
      />
      <Chart
        title="Nothing played yet"
        axes="Plays today"
        kind="bar"
        pointHeader="Hour"
        series={[{ label: "Plays" }]}
        points={[]}
      />
    </>
  );
}

function Day() {
  return (
    <Panel>
      <DayKey />
      <HourRow hour="10:00" items={hour} label="10 to 11: 13 songs, 1 ad, 1 promo" />
      <HourRow hour="11:00" items={hour} label="11 to 12: 13 songs, 1 ad, 1 promo">
        <DayLines
          caption="11 to 12"
          lines={[
            {
              key: "1",
              time: "11:00:00",
              kind: "toh",
              title: "Store jingle",
              detail: "Top of the Hour, fixed",
              length: "0:12",
            },
            {
              key: "2",
              time: "11:00:12",
              kind: "music",
              title: "Monsoon Drive",
              detail: "Asha Rao",
              why: "Chart: Flagship favourites",
              length: "4:10",
              current: true,
            },
            {
              key: "3",
              time: "11:17:22",
              kind: "ad",
              title: "Northwind Winter Sale",
              detail: "Campaign 118",
              why: "Booked 11:10 to 11:20",
              length: "0:30",
            },
          ]}
        />
      </HourRow>
      <HourRow hour="12:00" items={hour} label="12 to 13: 13 songs, 1 ad, 1 promo" />
    </Panel>
  );
}
