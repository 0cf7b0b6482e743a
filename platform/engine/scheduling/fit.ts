import { type Fit, type FitTarget, type Pass, TOLERANCE_SECONDS } from "./fit-target";
import { isThin } from "./fit-ways";
import { type Best, choicesOf, Fitter } from "./fitter";
import type { GroupPlan } from "./group-plan";
import { BREAKABLE_COST, LineUps } from "./line-up";
import type { Desk } from "./pick";
import { plannedRun } from "./planned-run";

/**
 * Songs tried for one way, which bounds the time that a fit takes: the cheapest are tried first.
 */
const SEARCHES = 100;
const LAST_SEARCHES = 1000;

/**
 * Fills `gap` seconds from `at` with songs of which the last ends at the fixed point or at most
 * TOLERANCE_SECONDS before it (step 9). Makes concessions in this order: the order of due songs,
 * breakable rules, the music for a pause that the rule allows, the fixed point itself where it may
 * wait, unbreakable rules where a person chose that, the called chart. Nothing is recorded: the
 * caller places the songs.
 */
export function fitGap(desk: Desk, plan: GroupPlan | null, target: FitTarget): Fit {
  const planned = plan && plannedRun(desk, plan, target);
  if (planned) return planned;
  const { gap, isAd, mayWait } = target;
  const { longestPause, breaksRules } = desk.programmes.at(target.at);
  const fitter = new Fitter({ desk, plan, target, lineUps: new LineUps(desk, target) });
  const exact: Pass = { reach: "WHOLE", breaksRules: false, pause: TOLERANCE_SECONDS, late: 0 };
  let best: Best = { last: null, residual: gap, cost: Number.POSITIVE_INFINITY };
  const succeeds = (pass: Pass, searches = SEARCHES) => {
    best = fitter.search(pass, best, searches);
    return best.cost < Number.POSITIVE_INFINITY;
  };
  const fitted = (keepsRules = false): Fit => ({
    choices: choicesOf(best.last),
    residualSeconds: best.residual,
    keepsRules: keepsRules && best.residual > TOLERANCE_SECONDS,
  });
  // the search depth of a thin pool is the whole of it
  if (!isThin(desk) && succeeds({ ...exact, reach: "DEPTH" }) && best.cost < BREAKABLE_COST)
    return fitted();
  if (succeeds(exact)) return fitted();
  if (!isAd) {
    if (longestPause > TOLERANCE_SECONDS && succeeds({ ...exact, pause: longestPause }))
      return fitted(true);
    if (mayWait > 0 && succeeds({ ...exact, late: mayWait })) return fitted();
    if (breaksRules && succeeds({ ...exact, breaksRules })) return fitted();
    if (succeeds({ ...exact, reach: "OUTSIDE" })) return fitted();
  }
  // no songs end there: the last attempt comes as near as the lengths allow, and may take longer
  const nearest: Pass = { ...exact, breaksRules: breaksRules && !isAd, pause: gap };
  if (!succeeds(nearest, LAST_SEARCHES)) succeeds({ ...nearest, anyOrder: true }, LAST_SEARCHES);
  return fitted(!breaksRules && !isAd);
}
