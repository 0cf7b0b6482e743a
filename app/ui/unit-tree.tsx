import { Form, Link } from "@remix-run/react";
import { ruleLevelLabels } from "#contract/schedule/words";
import { longestSearch } from "./form-fields";
import { Button } from "./frame/button";
import { Icon } from "./frame/icon";
import { Pill } from "./frame/pill";

export type TreeUnit = {
  name: string;
  level: keyof typeof ruleLevelLabels;
  to: string;
  current: boolean;
  /** True if the location has something of its own and does not inherit. */
  own: boolean;
  open: boolean;
  below: TreeUnit[];
};

type Props = {
  units: TreeUnit[];
  /** The words of the search. */
  find: string | undefined;
  /** Members of the address that a search must keep. */
  keep?: Record<string, string | undefined>;
  /** The mark of locations that have something of their own: "Own rule". */
  ownLabel: string;
};

/**
 * Lists locations as links, folded except on the path to the current one. Marks locations that
 * have something of their own; the others inherit.
 */
export function UnitTree({ units, find, keep = {}, ownLabel }: Props) {
  return (
    <>
      <Form
        method="get"
        role="search"
        aria-label="Find a location"
        preventScrollReset
        className="flex gap-2 border-b border-line p-3"
      >
        {Object.entries(keep).map(([name, value]) =>
          value ? <input key={name} type="hidden" name={name} value={value} /> : null,
        )}
        <input
          key={find}
          type="search"
          name="find"
          aria-label="Region, zone, group or store"
          placeholder="Region, zone or group"
          defaultValue={find}
          maxLength={longestSearch}
          className="control min-w-0 flex-1"
        />
        <Button small>Find</Button>
      </Form>
      {units.length === 0 ? (
        <p className="px-4 py-3 text-ink-2">{`No location has “${find}” in its name.`}</p>
      ) : (
        <Branch nodes={units} depth={0} ownLabel={ownLabel} />
      )}
    </>
  );
}

const indents = ["pl-9", "pl-11", "pl-[52px]", "pl-[60px]", "pl-[68px]"] as const;
const arrows = ["left-2", "left-4", "left-6", "left-8", "left-10"] as const;

function Branch({
  nodes,
  depth,
  ownLabel,
}: {
  nodes: TreeUnit[];
  depth: number;
  ownLabel: string;
}) {
  return (
    <ul>
      {nodes.map((node) => (
        <li key={node.to} className="relative border-b border-line last:border-b-0">
          <UnitLink node={node} ownLabel={ownLabel} className={indents[depth]} />
          {node.below.length > 0 ? (
            <details open={node.open} className="[&:not([open])>summary>svg]:-rotate-90">
              <summary
                className={`absolute top-1 grid h-7 w-7 place-items-center touch:-ml-2 touch:top-0 touch:h-11 touch:w-11 rounded hover:bg-sunken ${arrows[depth]}`}
              >
                <Icon name="down" size={14} />
                <span className="sr-only">Show what is in {node.name}</span>
              </summary>
              <Branch nodes={node.below} depth={depth + 1} ownLabel={ownLabel} />
            </details>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function UnitLink({
  node,
  ownLabel,
  className = "",
}: {
  node: TreeUnit;
  ownLabel: string;
  className?: string;
}) {
  return (
    <Link
      to={node.to}
      preventScrollReset
      aria-current={node.current ? "page" : undefined}
      className={`flex min-h-[36px] min-w-0 touch:min-h-[44px] items-center justify-between gap-2 py-1 pr-4 hover:bg-sunken aria-[current]:bg-sunken ${className}`}
    >
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className={node.current ? "font-semibold" : ""}>{node.name}</span>
        <small className="text-xs text-ink-3"> {ruleLevelLabels[node.level]}</small>
      </span>
      {node.own ? <Pill tone="info">{ownLabel}</Pill> : null}
    </Link>
  );
}
