import { foldText } from "#contract/base/fold-text";
import type { IdKind } from "#contract/base/identifiers";
import type { RuleUnit } from "#contract/schedule/master-rule";
import type { Identifiers } from "../api/identifiers.server";

/** A location with those below it. */
export type UnitNode<Shown> = Shown & {
  /** True if the level below is unfolded, on the way to the current location or to a match. */
  open: boolean;
  below: UnitNode<Shown>[];
};

type Sight = { current: Pick<RuleUnit, "level" | "unitId">; find?: string | undefined };

/**
 * Arranges locations as a tree; in a search, those with the words in their name and the locations
 * above them. A location whose parent is out of sight becomes a root.
 */
export function unitsAsTree<U extends RuleUnit, Shown>(
  units: U[],
  { current, find }: Sight,
  show: (unit: U) => Shown,
): UnitNode<Shown>[] {
  const keys = new Set(units.map(keyOf));
  const byParent = new Map<string | null, U[]>();
  for (const unit of units) {
    const parent = parentOf[unit.level](unit);
    const within = parent !== null && keys.has(parent) ? parent : null;
    byParent.set(within, [...(byParent.get(within) ?? []), unit]);
  }
  const words = find === undefined ? undefined : foldText(find);
  const nodesBelow = (parent: string | null): { node: UnitNode<Shown>; isOnWay: boolean }[] =>
    (byParent.get(parent) ?? []).flatMap((unit) => {
      const below = nodesBelow(keyOf(unit));
      const isFound = words === undefined || foldText(unit.name).includes(words);
      if (!isFound && below.length === 0) return [];
      const isOnWay = isSameUnit(unit, current) || below.some((one) => one.isOnWay);
      const open = unit.level === "COMPANY" || words !== undefined || isOnWay;
      return [{ node: { ...show(unit), open, below: below.map(({ node }) => node) }, isOnWay }];
    });
  return nodesBelow(null).map(({ node }) => node);
}

const parentOf = {
  COMPANY: () => null,
  REGION: () => "COMPANY",
  ZONE: ({ regionId }: RuleUnit) => `REGION ${regionId}`,
  GROUP: ({ zoneId }: RuleUnit) => `ZONE ${zoneId}`,
  STORE: ({ groupId }: RuleUnit) => `GROUP ${groupId}`,
} as const;

const keyOf = ({ level, unitId }: RuleUnit) => (level === "COMPANY" ? level : `${level} ${unitId}`);

type UnitKey = Pick<RuleUnit, "level" | "unitId">;
export const isSameUnit = (one: UnitKey, other: UnitKey): boolean =>
  one.level === other.level && one.unitId === other.unitId;

/**
 * The member of an address that names a location, with an encrypted ID; none for the company.
 */
export function unitMembers(ids: Identifiers, { level, unitId }: UnitKey): Record<string, string> {
  if (level === "COMPANY") return {};
  const kind = level.toLowerCase() as IdKind;
  return { [`${kind}Id`]: ids.encrypt(kind, unitId) };
}
