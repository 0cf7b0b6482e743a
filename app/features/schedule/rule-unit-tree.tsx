import { Form, Link } from "@remix-run/react";
import { ruleLevelLabels } from "#contract/schedule/words";
import { longestSearch } from "~/ui/form-fields";
import { Button } from "~/ui/frame/button";
import { Icon } from "~/ui/frame/icon";
import { Pill } from "~/ui/frame/pill";
import type { RuleNode, RulePage } from "./rule-page.server";
import { masterRuleTexts } from "./texts";

/** Locations as links, folded but for the way to the one in sight; those with a rule of their own are marked, all others inherit. */
export function UnitTree({ units, find, slotRef }: Pick<RulePage, "units" | "find" | "slotRef">) {
  return (
    <>
      <Form method="get" role="search" aria-label="Find a location" preventScrollReset className="flex gap-2 border-b border-line p-3">
        {slotRef ? <input type="hidden" name="slotId" value={slotRef} /> : null}
        <input
          key={find}
          type="search"
          name="find"
          aria-label={masterRuleTexts.find}
          placeholder="Region, zone or group"
          defaultValue={find}
          maxLength={longestSearch}
          className="control min-w-0 flex-1"
        />
        <Button small>Find</Button>
      </Form>
      {units.length === 0 ? (
        <p className="px-4 py-3 text-ink-2">{masterRuleTexts.noneFound(find ?? "")}</p>
      ) : (
        <Branch nodes={units} depth={0} />
      )}
    </>
  );
}

const indents = ["pl-9", "pl-11", "pl-[52px]", "pl-[60px]", "pl-[68px]"] as const;
const arrows = ["left-2", "left-4", "left-6", "left-8", "left-10"] as const;

function Branch({ nodes, depth }: { nodes: RuleNode[]; depth: number }) {
  return (
    <ul>
      {nodes.map((node) => (
        <li key={node.to} className="relative border-b border-line last:border-b-0">
          <UnitLink node={node} className={indents[depth]} />
          {node.below.length > 0 ? (
            <details open={node.open} className="[&:not([open])>summary>svg]:-rotate-90">
              <summary className={`absolute top-1 grid h-7 w-7 place-items-center rounded hover:bg-sunken ${arrows[depth]}`}>
                <Icon name="down" size={14} />
                <span className="sr-only">What lies in {node.name}</span>
              </summary>
              <Branch nodes={node.below} depth={depth + 1} />
            </details>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function UnitLink({ node, className = "" }: { node: RuleNode; className?: string }) {
  return (
    <Link
      to={node.to}
      preventScrollReset
      aria-current={node.current ? "page" : undefined}
      className={`flex min-h-[36px] min-w-0 items-center justify-between gap-2 py-1 pr-4 hover:bg-sunken aria-[current]:bg-brand-tint ${className}`}
    >
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className={node.current ? "font-semibold" : ""}>{node.name}</span>
        <small className="text-xs text-ink-3"> {ruleLevelLabels[node.level]}</small>
      </span>
      {node.own ? <Pill tone="info">Own rule</Pill> : null}
    </Link>
  );
}
