import { Link } from "@remix-run/react";
import { withMembers } from "~/ui/frame/address";
import { FilterBar, FilterDate, FilterSelect } from "~/ui/frame/filter-bar";
import { LocationFilters } from "~/ui/frame/location-filters";
import { reportPath } from "./paths";
import { addressFor, type Data, viewOf } from "./report-address";

/** Filters that stay in place while the report is shown; `onChange` says they no longer match. */
export function ReportFilters({ data, onChange }: { data: Data; onChange: () => void }) {
  const { report, dates, units, own, choices } = data;
  const { storeId } = units;
  const [first, ...others] = own.map(({ name, label, value, options, isOpen }) => (
    <FilterSelect
      key={name}
      name={name}
      label={label}
      value={value}
      options={options}
      {...(isOpen && { any: "All" })}
    />
  ));
  return (
    <div className="mb-2">
      <Presets {...data} />
      <FilterBar
        key={data.period}
        onChange={onChange}
        label={`Filter the report ${report.title}`}
        clearTo={reportPath(report.key)}
        active={Object.values(units).filter(Boolean).length}
        hidden={{
          ...(!dates?.required && { show: "yes" }),
          ...viewOf(data),
          ...(!choices.stores && { storeId }),
        }}
        applyLabel="Show Report"
        search={
          <>
            {dates ? (
              <>
                <FilterDate
                  name="from"
                  label="First day"
                  value={dates.from ?? dates.proposed.from}
                  required={dates.required}
                />
                <FilterDate
                  name="to"
                  label="Last day"
                  value={dates.to ?? dates.proposed.to}
                  required={dates.required}
                />
              </>
            ) : null}
            {first}
          </>
        }
      >
        {others}
        {choices.brands ? (
          <FilterSelect
            name="brandId"
            label="Brand"
            any="All brands"
            anySaysLabel
            value={units.brandId}
            options={choices.brands}
          />
        ) : null}
        {choices.stores ? (
          <FilterSelect
            name="storeId"
            label="Store"
            any="All stores"
            anySaysLabel
            value={storeId}
            options={choices.stores}
          />
        ) : null}
        <LocationFilters values={units} choices={choices} anySaysLabel />
      </FilterBar>
    </div>
  );
}

/** Links to the usual periods, so that one press shows the report without script. */
function Presets(data: Data) {
  const { periods, report } = data;
  if (periods.length === 0) return null;
  return (
    <nav aria-label="Days" className="-ml-3 flex flex-wrap gap-x-1 pb-2 print:hidden">
      {periods.map(({ value, label, isShown }) => (
        <Link
          key={value}
          to={withMembers(reportPath(report.key), addressFor(data, value))}
          aria-current={isShown ? "true" : undefined}
          className="chip-link"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
