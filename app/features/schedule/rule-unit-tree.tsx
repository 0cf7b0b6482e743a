import { Link } from "@remix-run/react";
import { Pill } from "~/ui/frame/pill";
import type { RulePage } from "./rule-page.server";

const indent = { COMPANY: "pl-4", REGION: "pl-6", ZONE: "pl-9", GROUP: "pl-12", STORE: "pl-16" } as const;
const levelLabel = { COMPANY: "Company", REGION: "Region", ZONE: "Zone", GROUP: "Group", STORE: "Store" } as const;

/** Every unit in sight as a link; those with a rule of their own are marked, all others inherit. */
export function UnitTree({ units }: { units: RulePage["units"] }) {
  return (
    <ul>
      {units.map((unit) => (
        <li key={unit.to} className="border-b border-line last:border-b-0">
          <Link
            to={unit.to}
            aria-current={unit.current ? "page" : undefined}
            className={`flex min-h-[36px] items-center justify-between gap-2 py-1 pr-4 hover:bg-sunken aria-[current]:bg-brand-tint ${indent[unit.level]}`}
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className={unit.current ? "font-semibold" : ""}>{unit.name}</span>
              <small className="text-xs text-ink-3"> {levelLabel[unit.level]}</small>
            </span>
            {unit.own ? <Pill tone="info">Own rule</Pill> : null}
          </Link>
        </li>
      ))}
    </ul>
  );
}
