import { createHash } from "node:crypto";
import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { z } from "zod";
import type { Figures } from "#contract/base/figures";
import { type IdKind, idOf } from "#contract/base/identifiers";
import { findMasterRules, type RuleUnit } from "#contract/schedule/master-rule";
import { copyMasterRule, type RuleCopy, RuleCopyForm } from "#contract/schedule/rule-copy";
import { ruleLevelLabels } from "#contract/schedule/words";
import { offerUndo } from "~/lib/audit/undo.server";
import { readForm, readQuery } from "~/lib/forms/forms.server";
import { isSameUnit, unitsAsTree } from "~/lib/locations/units-as-tree";
import { load, type PageContext } from "~/lib/session/guard.server";
import { ruleCopyTexts } from "./rule-texts";
import { readRuleAddress, ruleAddress } from "./rule-unit.server";

const Address = z.object({ storesOf: idOf("group").optional() });

/** Loads the location whose rules are copied, and the locations that they may be copied to. */
export async function loadCopyPage(request: Request, pageContext: PageContext) {
  const { api, ids } = pageContext;
  const { unit: sourceUnit, slotId } = readRuleAddress(request, pageContext);
  const { storesOf } = readQuery(request, Address, { ids });
  const query = { groupId: storesOf ?? sourceUnit.groupId };
  const { slots, units } = (await load(() => api.call(findMasterRules, { query }))).data;
  const source = units.find((unit) => isNamed(unit, sourceUnit));
  if (!source) throw data({ message: ruleCopyTexts.noLocation }, { status: 404 });
  const own = slots.filter(({ id }) =>
    source.rules.some((rule) => rule.timeSlotId === id && rule.own),
  );
  const chosen = own.length === 1 ? own[0] : own.find(({ id }) => id === slotId);
  const isOwn = (timeSlotId: number) => own.some(({ id }) => id === timeSlotId);
  return {
    source: source.name,
    ruleTo: ruleAddress(pageContext, source, slotId),
    slots: own.map(({ id, slotName }) => ({ value: ids.encrypt("slot", id), label: slotName })),
    values: { timeSlotId: chosen ? ids.encrypt("slot", chosen.id) : "" },
    units: unitsAsTree(units, { current: source }, (unit) => ({
      name: unit.name,
      level: unit.level,
      field: fieldOf[unit.level],
      value:
        unit.level === "COMPANY"
          ? "on"
          : ids.encrypt(unit.level.toLowerCase() as IdKind, unit.unitId),
      mayChoose: unit.mayChange && !isSameUnit(unit, source),
      own: unit.rules.some((rule) => rule.own && isOwn(rule.timeSlotId)),
    })),
    /** Members of the address that the search for stores keeps. */
    otherParams: [...new URL(request.url).searchParams].filter(([name]) =>
      /^((region|zone|group|store|slot)Id)$/.test(name),
    ),
    groups: units.flatMap((unit) =>
      unit.level === "GROUP"
        ? [{ value: ids.encrypt("group", unit.unitId), label: placeIn(unit, units) }]
        : [],
    ),
    storesOf: storesOf === undefined ? "" : ids.encrypt("group", storesOf),
  };
}
export type CopyPage = Awaited<ReturnType<typeof loadCopyPage>>;
export type CopyNode = CopyPage["units"][number];

const fieldOf = {
  COMPANY: "toCompany",
  REGION: "toRegionIds",
  ZONE: "toZoneIds",
  GROUP: "toGroupIds",
  STORE: "toStoreIds",
} as const satisfies Record<RuleUnit["level"], keyof RuleCopyForm>;

type UnitFilter = ReturnType<typeof readRuleAddress>["unit"];
function isNamed(
  { level, unitId }: RuleUnit,
  { regionId, zoneId, groupId, storeId }: UnitFilter,
): boolean {
  const ids = {
    COMPANY: undefined,
    REGION: regionId,
    ZONE: zoneId,
    GROUP: groupId,
    STORE: storeId,
  };
  const isCompany = Object.values(ids).every((id) => id === undefined);
  return level === "COMPANY" ? isCompany : ids[level] === unitId;
}

/** Adds the zone, because groups of different zones often have the same name. */
function placeIn(unit: RuleUnit, units: RuleUnit[]): string {
  const zone = units.find(({ level, unitId }) => level === "ZONE" && unitId === unit.zoneId);
  return zone ? `${zone.name} › ${unit.name}` : unit.name;
}

export type CopyReview = {
  points: string[];
  /** Identifies the change that the person reviewed, so that exactly that change is made. */
  digest: string;
};

/** Copies the rules once the person has reviewed which ones are replaced. */
export async function copyRules(args: ActionFunctionArgs, pageContext: PageContext) {
  const { api, ids, figures } = pageContext;
  const form = await readForm(args.request, RuleCopyForm, { ids });
  if (!form.value) return form.refused();
  const { unit } = readRuleAddress(args.request, pageContext);
  const body = { ...unit, ...form.value };
  const checked = await form.submit(() =>
    api.call(copyMasterRule, { body: { ...body, dryRun: true } }),
  );
  if (checked.refused) return checked.refused;
  const { changed, copies } = checked.reply.data;
  if (changed === 0) return form.refusedFor({ toGroupIds: [ruleCopyTexts.nothing] });
  const review = reviewOf(copies, figures);
  if (form.posted.get("_seen") !== review.digest)
    return data({ fields: { values: form.values }, review });
  const { reply, refused } = await form.submit(() => api.call(copyMasterRule, { body }));
  if (refused) return refused;
  args.context.session.flash(
    "success",
    reply.message,
    offerUndo(args.context, { act: "put-rules-back" }, reply.data.changed),
  );
  return redirect((await loadCopyPage(args.request, pageContext)).ruleTo);
}

const namesShown = 20;

function reviewOf(copies: RuleCopy[], { counted, figure }: Figures): CopyReview {
  const isOneSlot = new Set(copies.map(({ timeSlotId }) => timeSlotId)).size === 1;
  const of = (change: RuleCopy["change"]) => copies.filter((copy) => copy.change === change);
  const namesOf = (some: RuleCopy[]) => {
    const names = some.map(({ target: { name, level }, slotName }) => {
      const details = [ruleLevelLabels[level].toLowerCase(), ...(isOneSlot ? [] : [slotName])];
      return `${name} (${details.join(", ")})`;
    });
    const more = names.length - namesShown;
    return [...names.slice(0, namesShown), ...(more > 0 ? [`and ${figure(more)} more`] : [])].join(
      ", ",
    );
  };
  const replaced = of("REPLACED");
  const added = of("ADDED");
  const same = of("SAME");
  return {
    points: [
      ...(replaced.length > 0
        ? [ruleCopyTexts.replaced(counted(replaced.length, "rule"), namesOf(replaced))]
        : []),
      ...(added.length > 0
        ? [ruleCopyTexts.added(counted(added.length, "rule"), namesOf(added))]
        : []),
      ...(same.length > 0 ? [ruleCopyTexts.same(counted(same.length, "rule"))] : []),
      ruleCopyTexts.days,
    ],
    digest: createHash("sha256").update(JSON.stringify(copies)).digest("base64url").slice(0, 22),
  };
}
