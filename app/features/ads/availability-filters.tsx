import type { useLoaderData } from "@remix-run/react";
import { clockOf } from "#contract/stores/words";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import {
  FilterBar,
  FilterDate,
  FilterNumber,
  FilterSelect,
  FilterText,
} from "~/ui/frame/filter-bar";
import { LocationFilters } from "~/ui/frame/location-filters";
import { Panel } from "~/ui/frame/panel";
import type { loadAvailability } from "./availability.server";
import { kindOptions } from "./campaign-list";
import { availabilityPath as here } from "./paths";
import { availabilityTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadAvailability>>;

export function AvailabilityFilters(data: Data) {
  const { filters, earlier, later, notes, wrongTimes } = data;
  const { from, to, regionId, zoneId, groupId, storeId } = filters;
  const narrowing = [
    filters.weekdays,
    filters.times,
    filters.fromHour,
    filters.toHour,
    regionId,
    zoneId,
    groupId,
    storeId,
    filters.campaignId,
  ];
  return (
    <Panel>
      <FilterBar
        label="Filter availability"
        clearTo={withMembers(here, { from, to })}
        active={narrowing.filter((value) => value !== undefined).length}
        hidden={{ show: filters.show, campaignId: filters.campaignId, by: filters.by }}
        applyLabel="Show"
        search={<KindAndDays {...data} />}
        beside={
          <>
            {earlier ? (
              <ButtonLink to={withMembers(here, filters, earlier)} icon="left" variant="quiet">
                Earlier
              </ButtonLink>
            ) : null}
            <ButtonLink to={withMembers(here, filters, later)} variant="quiet">
              Later
            </ButtonLink>
          </>
        }
      >
        <TimeFilters {...data} />
        <PlaceFilters {...data} />
      </FilterBar>
      {wrongTimes ? (
        <p role="alert" className="py-2 font-medium text-bad">
          {wrongTimes}
        </p>
      ) : null}
      {notes.length > 0 ? <p className="py-2 text-sm text-ink-2">{notes.join(" ")}</p> : null}
    </Panel>
  );
}

function KindAndDays({ filters, kind, playSeconds }: Data) {
  return (
    <>
      <FilterSelect name="kind" label="Kind" value={kind} options={kindOptions} />
      {kind === "AD" ? (
        <FilterNumber
          name="playSeconds"
          label="Play length (seconds)"
          value={playSeconds}
          min={1}
          max={600}
        />
      ) : null}
      <FilterDate name="from" label="First day" value={filters.from} />
      <FilterDate name="to" label="Last day" value={filters.to} />
    </>
  );
}

function TimeFilters({ filters, kind, weekdayOptions }: Data) {
  return (
    <>
      <FilterSelect
        name="weekdays"
        label="Weekdays"
        any="Every day"
        value={filters.weekdays}
        options={weekdayOptions}
      />
      <FilterSelect
        name="fromHour"
        label="From hour"
        any="00:00"
        value={hourValue(filters.fromHour)}
        options={hourOptions}
      />
      <FilterSelect
        name="toHour"
        label="To hour"
        any="24:00"
        value={hourValue(filters.toHour)}
        options={hourOptions}
      />
      {kind === "TOH" ? null : (
        <FilterText
          name="times"
          label="Or exact times"
          value={filters.times}
          placeholder={availabilityTexts.times}
        />
      )}
    </>
  );
}

function PlaceFilters({ filters: { regionId, zoneId, groupId, storeId }, choices }: Data) {
  return (
    <>
      <LocationFilters values={{ regionId, zoneId, groupId }} choices={choices} />
      {choices.stores ? (
        <FilterSelect
          name="storeId"
          label="Store"
          any="All stores"
          value={storeId}
          options={choices.stores}
        />
      ) : null}
    </>
  );
}

const hourValue = (hour: number | undefined) => (hour === undefined ? undefined : String(hour));
const hourOptions = Array.from({ length: 23 }, (_, at) => ({
  value: String(at + 1),
  label: clockOf((at + 1) * 60),
}));
