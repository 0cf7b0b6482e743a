import type { Figures } from "#contract/base/figures";
import type { UnitDetails } from "#contract/hierarchy/unit-changes";
import type { Kind } from "./paths";
import { unitDeletionTexts } from "./texts";

/** Says what prevents deleting a location, what goes with it, and what to do first. */
export function deletion(
  kind: Kind,
  inTheWay: UnitDetails["inTheWay"],
  goesAlong: UnitDetails["goesAlong"],
  figures: Figures,
) {
  const { counted } = figures;
  const { zones, groups, stores, publishedDays, onlyUnitOf } = inTheWay;
  const { users, userNames, masterRules, events, drafts } = goesAlong;
  const obstacles = [
    zones > 0 && counted(zones, "zone"),
    groups > 0 && counted(groups, "group"),
    stores > 0 && counted(stores, "store"),
    publishedDays > 0 && `${counted(publishedDays, "published day")} of music`,
    onlyUnitOf.length > 0 &&
      unitDeletionTexts.onlyUnitOf(
        counted(onlyUnitOf.length, "user"),
        kind,
        listNames(figures, onlyUnitOf),
      ),
  ].filter((line) => line !== false);
  const alongside = [
    users > 0 &&
      unitDeletionTexts.assignments(counted(users, "user"), listNames(figures, userNames, users)),
    masterRules > 0 && `${counted(masterRules, "master rule")} of its own`,
    events > 0 && `its place in ${counted(events, "event playlist")}`,
    drafts > 0 && `${counted(drafts, "unpublished draft day")} of music`,
  ].filter((line) => line !== false);
  const holds = zones + groups + stores > 0;
  const first = [
    holds && unitDeletionTexts.emptyFirst(kind),
    onlyUnitOf.length > 0 && unitDeletionTexts.reassignFirst(kind),
  ].filter((line) => line !== false);
  const advice =
    publishedDays > 0
      ? unitDeletionTexts[holds ? "keptDaysAndStores" : "keptDays"]
      : unitDeletionTexts.thenDelete(first.join(" "), kind);
  return { obstacles, alongside, advice };
}

/** Names the first ten and counts the rest. */
function listNames({ figure }: Figures, names: string[], count = names.length): string {
  const firstTen = names.slice(0, 10);
  return (
    firstTen.join(", ") +
    (count > firstTen.length ? ` and ${figure(count - firstTen.length)} more` : "")
  );
}
