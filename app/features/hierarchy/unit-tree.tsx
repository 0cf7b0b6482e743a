import { Link, useNavigate } from "@remix-run/react";
import type { DragEvent, ReactNode } from "react";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Counted, Figure, useFigures } from "~/ui/frame/figures";
import { Icon } from "~/ui/frame/icon";
import { Pill } from "~/ui/frame/pill";
import { GroupStores, moveTicked } from "./group-stores";
import {
  childOf,
  deleteTo,
  type Kind,
  labelOf,
  type Open,
  pathTo,
  treeTo,
  unassignedTo,
  unitTo,
  usersTo,
} from "./paths";
import { hierarchyTexts } from "./texts";
import type { Tree } from "./tree.server";

type Row = Tree["groups"][number];
type Branch = {
  kind: Kind;
  row: Row;
  counts: string;
  path: Open;
  open: boolean;
  children: ReactNode;
};

const headings = { region: "h2", zone: "h3", group: "h4" } as const;
const indents = {
  region: "px-3 md:px-4",
  zone: "pl-6 pr-3 md:pl-10 md:pr-4",
  group: "pl-9 pr-3 md:pl-16 md:pr-4",
};

/**
 * Regions, with the zones below each open one, and so on; links open and close each branch.
 * Dragging a unit onto another opens the form that moves it, with the target chosen. Dragging
 * a store asks whether to move it.
 */
export function UnitTree({ tree }: { tree: Tree }) {
  const { open } = tree;
  const { counted } = useFigures();
  const navigate = useNavigate();
  const follow = ({ currentTarget, target }: DragEvent<HTMLElement>) => {
    const source = dragged(target);
    const { drag: kind, ref } = source?.dataset ?? {};
    if (!source || !kind || !ref) return;
    const drop = (onto: string) => {
      if (kind === "store") moveTicked(ref, onto);
      else navigate(unitTo({ kind: kind as Kind, id: ref, above: onto }, open));
    };
    void loadDrag().then(({ followDrag }) => followDrag(currentTarget, source, kind, drop));
  };
  return (
    <ul
      className="border-t border-line"
      onPointerDown={({ target }) => dragged(target) && void loadDrag()}
      onDragStart={follow}
    >
      {tree.regions.map((region) => (
        <Unit
          key={region.ref}
          kind="region"
          row={region}
          counts={`${counted(region.zones, "zone")}, ${counted(region.groups, "group")}, ${counted(region.stores, "store")}`}
          path={{ region: region.ref }}
          open={region.ref === open.region}
        >
          {tree.zones.map((zone) => (
            <Unit
              key={zone.ref}
              kind="zone"
              row={zone}
              counts={`${counted(zone.groups, "group")}, ${counted(zone.stores, "store")}`}
              path={{ region: region.ref, zone: zone.ref }}
              open={zone.ref === open.zone}
            >
              {tree.groups.map((group) => (
                <Unit
                  key={group.ref}
                  kind="group"
                  row={group}
                  counts={counted(group.stores, "store")}
                  path={{ region: region.ref, zone: zone.ref, group: group.ref }}
                  open={group.ref === open.group}
                >
                  {tree.stores && group.stores > 0 ? (
                    <GroupStores tree={tree} stores={tree.stores} group={group} />
                  ) : null}
                </Unit>
              ))}
            </Unit>
          ))}
        </Unit>
      ))}
    </ul>
  );
}

const loadDrag = () => import("./follow-drag");
const dragged = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>("[data-drag]") : null;

function Unit({ kind, row, counts, path, open, children }: Branch) {
  const { opened, closed } = pathTo(kind, path);
  const Heading = headings[kind];
  const isEmpty = !children || (Array.isArray(children) && children.length === 0);
  return (
    <li
      id={row.ref}
      data-unit={kind}
      className="scroll-mt-24 border-b border-line last:border-b-0 data-[over]:bg-sunken"
    >
      <div
        className={`flex flex-wrap items-center gap-x-3 gap-y-0.5 py-1.5 ${indents[kind]} ${open ? "bg-sunken" : ""}`}
      >
        <Heading className="min-w-0 flex-1 basis-48">
          <Link
            to={treeTo(open ? closed : opened, row.ref)}
            preventScrollReset
            aria-expanded={open}
            {...(row.mayRemove && kind !== "region" && { "data-drag": kind, "data-ref": row.ref })}
            className="-ml-1.5 inline-flex min-h-[36px] max-w-full items-center gap-1.5 rounded px-1.5 no-underline hover:underline"
          >
            <Icon name={open ? "down" : "right"} size={16} className="text-ink-3" />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="font-semibold">{row.name}</span>{" "}
              <small className="text-xs text-ink-3">{labelOf[kind]}</small>
            </span>
          </Link>
        </Heading>
        <span className="md:w-28">
          {row.stores > 0 ? <State stores={row.stores} inactive={row.inactive} /> : null}
        </span>
        <span className="text-sm tabular-nums text-ink-2 max-md:flex-1 max-md:basis-40 max-md:pl-6 md:w-60">
          {counts}
        </span>
        {row.managesUsers ? (
          <ButtonLink
            to={usersTo(kind, row.ref, open ? opened : closed)}
            preventScrollReset
            variant="quiet"
            small
            className="md:w-20"
          >
            <Counted of={row.users} one="user" />
            <span className="sr-only">
              {" "}
              of {labelOf[kind].toLowerCase()} {row.name}
            </span>
          </ButtonLink>
        ) : null}
      </div>
      {open ? (
        <>
          <Actions kind={kind} row={row} open={opened} />
          {isEmpty ? (
            <p className={`pb-4 pt-2 text-ink-2 ${indents[kind]}`}>{nothingIn(kind)}</p>
          ) : kind === "group" ? (
            children
          ) : (
            <ul className="border-t border-line">{children}</ul>
          )}
        </>
      ) : null}
    </li>
  );
}

/** The actions for the open unit. */
function Actions({ kind, row, open }: { kind: Kind; row: Row; open: Open }) {
  if (!row.mayChange && !row.mayRemove) return null;
  const of = <span className="sr-only"> {row.name}</span>;
  const child = childOf[kind];
  return (
    <div className={`phone-row flex flex-wrap gap-2 bg-sunken pb-3 ${indents[kind]}`}>
      {row.mayChange && child === "store" ? (
        <ButtonLink to={unassignedTo(row.ref)} small icon="plus">
          Assign stores <span className="sr-only">to {row.name}</span>
        </ButtonLink>
      ) : null}
      {row.mayChange && child !== "store" ? (
        <ButtonLink to={unitTo({ kind: child, above: row.ref }, open)} small icon="plus">
          Add {child} <span className="sr-only">to {row.name}</span>
        </ButtonLink>
      ) : null}
      {row.mayChange ? (
        <ButtonLink to={unitTo({ kind, id: row.ref }, open)} small icon="edit">
          {kind === "region" ? "Rename" : "Rename or move"}
          {of}
        </ButtonLink>
      ) : null}
      {row.mayRemove ? (
        <ButtonLink to={deleteTo(kind, row.ref, open)} small icon="trash">
          Delete{of}
        </ButtonLink>
      ) : null}
    </div>
  );
}

const State = ({ stores, inactive }: { stores: number; inactive: number }) =>
  inactive === 0 ? (
    <Pill tone="ok">All active</Pill>
  ) : inactive === stores ? (
    <Pill tone="idle">None active</Pill>
  ) : (
    <Pill tone="warn">
      <Figure of={inactive} /> inactive
    </Pill>
  );

const nothingIn = (kind: Kind) =>
  kind === "group"
    ? hierarchyTexts.emptyGroup
    : kind === "zone"
      ? hierarchyTexts.emptyZone
      : hierarchyTexts.emptyRegion;

/** Shown to a company without units: explains the levels and offers the first step. */
export function NoUnits({ mayAdd }: { mayAdd: boolean }) {
  if (!mayAdd)
    return (
      <EmptyState icon="hierarchy" title="No List Found">
        {hierarchyTexts.nothingAssigned}
      </EmptyState>
    );
  return (
    <EmptyState
      icon="hierarchy"
      title="No List Found"
      action={
        <ButtonLink to={unitTo({ kind: "region" }, {})} variant="primary">
          Add the first region
        </ButtonLink>
      }
    >
      <p>{hierarchyTexts.start}</p>
      <ol className="mt-2 grid gap-1 text-left">
        {Object.entries(hierarchyTexts.examples).map(([kind, text]) => (
          <li key={kind}>
            <b>{kind}</b>
            {text}
          </li>
        ))}
      </ol>
    </EmptyState>
  );
}
