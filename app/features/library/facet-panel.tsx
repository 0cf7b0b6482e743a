import { Form, type useLoaderData } from "@remix-run/react";
import { type FormEvent, useEffect, useId, useRef } from "react";
import { withArticle } from "#contract/base/article";
import { Button } from "~/ui/frame/button";
import { Figure } from "~/ui/frame/figures";
import type { loadLibrary } from "./library.server";
import { libraryTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadLibrary>>;
type Item = { ref: string; name: string; count: number; checked: boolean };

/** The facets that are open until the person opens or closes some. */
const openAtFirst = new Set(["status", "genre", "mood", "language"]);
export const filterForm = "song-filters";

/** Applies a tick at once with script; without script, a button applies all ticks. */
const submitTicks = (event: FormEvent<HTMLFormElement>) => {
  if (
    event.target instanceof HTMLInputElement &&
    event.target.type === "checkbox" &&
    event.target.name
  )
    event.currentTarget.requestSubmit();
};

/**
 * The facets with their counts, as a form that loads the list. On small screens they fold behind a
 * switch that needs no script.
 */
export function FacetPanel({
  facets,
  names,
  status,
  explicit,
  audio,
  members,
  sortMember,
  chips,
}: Data) {
  const switchId = useId();
  return (
    <Form
      method="get"
      id={filterForm}
      preventScrollReset
      role="search"
      aria-label="Filter songs"
      onChange={submitTicks}
      className="print:hidden"
    >
      {sortMember ? <input type="hidden" name="sort" value={sortMember} /> : null}
      {members.lacking ? <input type="hidden" name="lacking" value={members.lacking} /> : null}
      <input type="checkbox" id={switchId} className="peer sr-only lg:hidden" />
      <label
        htmlFor={switchId}
        className="btn w-full lg:hidden peer-checked:bg-sunken peer-focus-visible:outline peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink"
      >
        {chips.length ? `Filters (${chips.length} in use)` : "Filters"}
      </label>
      <div className="panel max-lg:mt-2 max-lg:hidden max-lg:peer-checked:block">
        <Facet
          label="Status"
          name="status"
          isOpen
          items={[
            flag("active", "Active", status.active, members.status),
            flag("inactive", "Inactive", status.inactive, members.status),
          ]}
        />
        <Facet
          label="Audio"
          name="audio"
          isOpen={audio.no > 0 || !!members.audio}
          items={[
            flag("yes", "Has audio", audio.yes, members.audio),
            flag("no", "No audio", audio.no, members.audio),
          ]}
        />
        <CatalogueFacets facets={facets} names={names} />
        <Facet
          label="Explicit"
          name="explicit"
          isOpen={!!members.explicit}
          items={[
            flag("yes", "Explicit", explicit.yes, members.explicit),
            flag("no", "Not explicit", explicit.no, members.explicit),
          ]}
        />
        <div className="border-t border-line p-3">
          <Button className="w-full">Apply</Button>
        </div>
      </div>
    </Form>
  );
}

/** A choice of a facet of which one value filters. */
const flag = (
  value: string,
  label: string,
  count: number,
  selection: string | string[] | undefined,
): Item => ({ ref: value, name: label, count, checked: selection === value });

function CatalogueFacets({ facets, names }: Pick<Data, "facets" | "names">) {
  return facets.map(({ facet, label, chosen, items }) => (
    <Facet
      key={facet}
      label={label}
      name={`${facet}Ids`}
      isOpen={
        chosen > 0 ||
        openAtFirst.has(facet) ||
        (facet === "singer" && !!names.singer) ||
        (facet === "composer" && !!names.composer)
      }
      items={items}
      search={
        facet === "singer" || facet === "composer"
          ? { name: `${facet}Name`, value: names[facet] }
          : undefined
      }
    />
  ));
}

type FacetProps = {
  label: string;
  name: string;
  isOpen: boolean;
  items: Item[];
  search?: { name: string; value: string | undefined };
};

function Facet({ label, name, isOpen, items, search }: FacetProps) {
  const id = useId();
  if (items.length === 0 && !search) return null;
  return (
    <details open={isOpen} className="group border-t border-line first:border-t-0">
      <summary className="flex min-h-[40px] items-center justify-between gap-2 px-3 text-sm font-semibold -outline-offset-2 focus-visible:-outline-offset-2">
        {label}
        <svg
          width="12"
          height="12"
          viewBox="0 0 12 12"
          aria-hidden="true"
          className="shrink-0 text-ink-3 group-open:rotate-180"
        >
          <path d="M2 4l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </summary>
      {search ? (
        <div className="px-3 pb-1">
          <label
            htmlFor={id}
            className="sr-only"
          >{`Find ${withArticle(label.toLowerCase())}`}</label>
          <input
            key={search.value}
            id={id}
            type="search"
            name={search.name}
            defaultValue={search.value}
            maxLength={100}
            placeholder={`Find ${withArticle(label.toLowerCase())}`}
            className="control"
          />
        </div>
      ) : null}
      <ul className="max-h-[244px] overflow-y-auto px-1.5 pb-2">
        {items.map((item) => (
          <li key={item.ref}>
            <label
              htmlFor={`${id}${item.ref}`}
              className="flex min-h-[30px] cursor-pointer items-center gap-2 rounded px-1.5 hover:bg-sunken"
            >
              <Tick id={`${id}${item.ref}`} name={name} value={item.ref} checked={item.checked} />
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{item.name}</span>
              <span className="text-xs tabular-nums text-ink-3">
                <Figure of={item.count} />
              </span>
            </label>
          </li>
        ))}
        {items.length === 0 ? (
          <li className="px-1.5 py-1 text-sm text-ink-3">{libraryTexts.noFacet}</li>
        ) : null}
      </ul>
    </details>
  );
}

/**
 * Follows the address even if a chip removed the filter. Keeps its focus, which a new element would
 * lose, and a tick made just now.
 */
function Tick({ checked, ...box }: { id: string; name: string; value: string; checked: boolean }) {
  const ref = useRef<HTMLInputElement>(null);
  const followed = useRef(checked); // keeps ticks made before the script ran
  useEffect(() => {
    if (ref.current && followed.current !== checked) ref.current.checked = checked;
    followed.current = checked;
  }, [checked]);
  return <input {...box} ref={ref} type="checkbox" defaultChecked={checked} className="tick" />;
}
