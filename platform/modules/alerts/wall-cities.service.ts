import type { WallCities } from "#contract/alerts/wall-cities";
import { libraryScope } from "../../access/scope.ts";
import { remembered } from "../../base/remembered.ts";
import type { ScopedCall, SignedInCall } from "../../http/context.ts";
import { findCoordinates } from "../places/index.ts";
import { findWallCities } from "./wall-cities.queries.ts";

/** The cities of scopes with more stores than this are remembered. */
const manyStores = 1_000;
const ages = { freshFor: 60_000, givenFor: 120_000 };

type Call = Pick<ScopedCall, "scope" | "db" | "now" | "caller">;
type Reach = { isOfAll?: boolean; onlyCompanyId?: number | undefined };

export function wallCitiesService() {
  const { recall } = remembered<WallCities>(ages);

  /** Lists the cities of a wall, of the scope or of all companies. */
  const listWallCities = (call: Call, { isOfAll = false, onlyCompanyId }: Reach = {}) => {
    const { companyId, reach } = call.scope;
    return recall(JSON.stringify([companyId, reach, isOfAll, onlyCompanyId]), {
      at: call.now.getTime(),
      make: () => countCities(call, { isOfAll, onlyCompanyId }),
      isLarge: ({ totals }) => totals.stores > manyStores,
    });
  };
  return {
    listWallCities,
    /** Lists the cities of all companies, for provider staff. */
    listWallCitiesOfAll: async (call: SignedInCall, reach: Reach) =>
      listWallCities(
        { ...call, scope: await libraryScope(call.db, call.caller) },
        { ...reach, isOfAll: true },
      ),
  };
}

async function countCities(
  { scope, db, now, caller }: Call,
  { isOfAll = false, onlyCompanyId }: Reach,
): Promise<WallCities> {
  const wall = { isOfAll, username: caller.username, now };
  const rows = await findWallCities(scope, db, wall, onlyCompanyId);
  const cities = rows.map(async ({ place, city, state, country, stores, troubled, worst }) => ({
    place,
    city,
    stores,
    troubled,
    worst,
    position: await findCoordinates({ country, state, city }),
  }));
  return {
    cities: await Promise.all(cities),
    totals: rows[0]?.totals ?? { cities: 0, troubledCities: 0, stores: 0, troubled: 0 },
    countedAt: now.toISOString(),
  };
}
