import type { LoaderFunctionArgs } from "@remix-run/node";
import { WallOfAllQuery } from "#contract/alerts/wall";
import {
  listWallCities,
  listWallCitiesOfAll,
  type WallCities,
  type WallCity,
} from "#contract/alerts/wall-cities";
import { alertKindWords } from "#contract/alerts/words";
import { timeIn } from "#contract/base/dates";
import { readQuery } from "~/lib/forms/forms.server";
import { findCompanies, zoneOf } from "~/lib/session/company.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import type { Tone } from "~/ui/frame/pill";
import { alertTones } from "./alerts.server";
import { drawCoasts, frame, pointOf, viewOf } from "./map-coasts.server";
import { isOfAll } from "./wall.server";

const Address = WallOfAllQuery.pick({ onlyCompanyId: true });

/** More cities are dots: each mark and its row take half a kilobyte of the page. */
const mostMarks = 40;

/** Loads the map of the stores of all companies, of one of them, or of the person's own. */
export async function loadWallMap(
  { request, context }: LoaderFunctionArgs,
  pageContext: PageContext,
) {
  const { api, ids } = pageContext;
  const query = readQuery(request, Address, { ids });
  const [{ data }, { companies, company }] = await load(() =>
    Promise.all([
      isOfAll(pageContext)
        ? api.call(listWallCitiesOfAll, { query })
        : api.call(listWallCities, {}),
      findCompanies(context, pageContext),
    ]),
  );
  const { onlyCompanyId } = query;
  return {
    onlyCompanyId: onlyCompanyId === undefined ? undefined : ids.encrypt("company", onlyCompanyId),
    companyName: companies.find(({ id }) => id === onlyCompanyId)?.companyName,
    totals: data.totals,
    countedAt: timeIn(zoneOf(company), new Date(data.countedAt)),
    viewBox: `0 0 ${frame.width} ${frame.height}`,
    ...(await drawCities(data)),
  };
}

/** A city on the map and in its table. */
export type ShownCity = {
  place: string;
  name: string;
  tone: Tone;
  /** The worst state of its stores; null if none is in trouble. */
  state: string | null;
  stores: number;
  troubled: number;
  /** Says whose position it is, if not the city's. */
  approximation: "state" | "country" | null;
  /** In percent of the map's width and height; null without a position. */
  at: { x: number; y: number } | null;
  /** In pixels, so that the area grows with the stores. */
  radius: number;
};

async function drawCities({ cities }: Pick<WallCities, "cities">) {
  const markedCities = cities.slice(0, mostMarks);
  const positions = cities.flatMap(({ position }) => position ?? []);
  if (positions.length === 0)
    return { coasts: "", dots: "", cities: markedCities.map((city) => showCity(city)) };
  const view = viewOf(positions);
  const mostStores = Math.max(...cities.map(({ stores }) => stores));
  return {
    coasts: await drawCoasts(view),
    dots: cities
      .slice(mostMarks)
      .flatMap(({ position }) => position ?? [])
      .map((position) => `M${pointOf(view, position).map(Math.round).join(" ")}h0`)
      .join(""),
    cities: markedCities.map((city) =>
      showCity(city, city.position && pointOf(view, city.position), mostStores),
    ),
  };
}

const largestRadius = 20;
const smallestRadius = 6;

function showCity(
  { place, city, stores, troubled, worst, position }: WallCity,
  point: [number, number] | null = null,
  mostStores = stores,
): ShownCity {
  const percent = (value: number, whole: number) => Math.round((value / whole) * 1000) / 10;
  return {
    place,
    name: city ?? place,
    tone: worst ? alertTones[worst] : "ok",
    state: worst && alertKindWords[worst],
    stores,
    troubled,
    approximation: position && position.of !== "city" ? position.of : null,
    at: point && { x: percent(point[0], frame.width), y: percent(point[1], frame.height) },
    radius: Math.max(smallestRadius, Math.round(largestRadius * Math.sqrt(stores / mostStores))),
  };
}
