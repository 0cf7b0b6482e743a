import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { addDays, showPlaylistDate } from "#contract/base/dates";
import * as field from "#contract/base/fields";
import type { Figures } from "#contract/base/figures";
import {
  groupDaysAtOnce,
  PublishDays,
  type PublishQuestion,
  publishDays,
} from "#contract/schedule/publishing";
import { breakLabels, ungrouped } from "#contract/schedule/words";
import { readChosen } from "~/lib/forms/confirmation.server";
import { constraintsOf, readFilters, readForm } from "~/lib/forms/forms.server";
import { pageAddress } from "~/lib/forms/posted-form.server";
import { namesInWords } from "~/lib/lists/names-in-words";
import { localPath } from "~/lib/pages/local-path";
import type { PageContext } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { loadChangedDays } from "./changed-days.server";
import { groupRef, groupWords, loadGroups, noGroup } from "./coming-days.server";
import { dayPath, previewPath } from "./paths";
import { spanWords } from "./reason-words";
import { breakTexts, publishTexts } from "./texts";
import { wrongWords } from "./wrong-words";

/** `before` counts the days that earlier steps have published. */
const PublishForm = PublishDays.pick({
  from: true,
  to: true,
  check: true,
  confirm: true,
  step: true,
}).extend({
  before: z.number().int().min(0).max(groupDaysAtOnce).default(0),
});
/** Days of a step without script, large enough that few presses are needed. */
const stepOfPress = 100;
const Filters = PublishDays.shape.matching.unwrap().extend({
  search: field.search.optional(),
  /** Publishes the changes to published days instead of unpublished days. */
  changes: z.literal("on").optional(),
});
const daysOffered = 7;

/**
 * Loads the form for the groups ticked in the list, or for all that match it; without either, for
 * all groups.
 */
export async function loadPublishDays(args: LoaderFunctionArgs, pageContext: PageContext) {
  if (readFilters(args.request, Filters).changes)
    return {
      changes: await loadChangedDays(pageContext),
      groups: null,
      backTo: backTo(args.request),
      values: {},
      constraints: {},
    };
  const { groups, today, tomorrow } = await findChosen(args, pageContext);
  return {
    changes: null,
    groups,
    backTo: backTo(args.request),
    values: { from: tomorrow, to: addDays(today, daysOffered) },
    constraints: constraintsOf(PublishForm),
  };
}

/**
 * Publishes the days, or a step of many. If something is wrong with a day, answers with a
 * question that keeps the choices.
 */
export async function publishChosenDays(args: ActionFunctionArgs, pageContext: PageContext) {
  const { api, ids, figures } = pageContext;
  const { which, changes } = chosenGroups(args, pageContext);
  const form = await readForm(args.request, PublishForm, { ids });
  const { value } = form;
  if (!value) return form.refused();
  const { before, step = stepOfPress, ...days } = value;
  const { reply, refused } = await form.submit(() =>
    api.call(publishDays, { body: { ...which, ...days, changes, step } }),
  );
  if (refused) return refused;
  const { question, progress, missed } = reply.data;
  const published = before + reply.data.days;
  const answer = {
    from: days.from,
    to: days.to,
    before: String(published),
    ...(days.check && { check: "on" }),
  };
  if (question)
    return data({
      question: questionWords(question, figures, pageContext),
      answer: { ...answer, confirm: question.confirm },
    });
  if (progress) {
    const { stage, done, confirm } = progress;
    const words = publishTexts.progress[stage](
      figures.figure(done),
      figures.counted(progress.days, "day"),
    );
    return data({
      progress: { stage, done, days: progress.days, words },
      answer: { ...answer, ...(confirm && { confirm }) },
    });
  }
  // after a comparison, the page shows the differences
  if (days.check) return redirect(pageAddress(args.request.url));
  const { counted } = figures;
  const message =
    before > 0 && missed === 0 ? `Published ${counted(published, "day")}` : reply.message;
  args.context.session.flash("success", message);
  return redirect(backTo(args.request));
}

/** Reads the groups in the address, as the platform takes them. */
function chosenGroups(args: LoaderFunctionArgs, { ids }: PageContext) {
  const chosen = readChosen(args, ids, "group");
  const { search, changes: ofChanges } = readFilters(args.request, Filters);
  const changes = ofChanges !== undefined;
  if (chosen === "all" || chosen.length === 0)
    return { search, changes, which: { matching: { search } } };
  const groupIds = chosen.filter((id) => id !== noGroup);
  return { search, changes, which: { groupIds, ungrouped: chosen.includes(noGroup) } };
}

async function findChosen(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { which, search } = chosenGroups(args, pageContext);
  const { groupIds, isAlone } =
    "matching" in which
      ? { groupIds: undefined, isAlone: false }
      : { ...which, isAlone: which.ungrouped };
  const { groups, page, today, tomorrow } = await loadGroups(
    pageContext,
    groupIds ? { limit: 3, groupIds } : { limit: 3, search },
  );
  const names = [
    ...groups.map(({ groupName, zoneName }) =>
      zoneName === null ? groupName : `${groupName} (${zoneName})`,
    ),
    ...(isAlone ? [ungrouped] : []),
  ];
  const count = (page.total ?? 0) + (isAlone ? 1 : 0);
  return {
    groups: count > 0 ? { count, names: namesInWords(pageContext.figures, names, count) } : null,
    today,
    tomorrow,
  };
}

/** Leads back to the list in which the groups were chosen. */
const backTo = (request: Request) =>
  localPath(new URL(request.url).searchParams.get("back"), previewPath);

function questionWords(
  { days, wrongDays, silentSeconds, breaks, givenUp, worst }: PublishQuestion,
  figures: Figures,
  pageContext: PageContext,
) {
  const { counted, figure } = figures;
  return {
    title: `Publish ${counted(days, "day")}?`,
    lead: publishTexts.questionLead(figure(wrongDays), counted(days, "day")),
    all: [
      ...(silentSeconds > 0 ? [`${spanWords(silentSeconds)} without music`] : []),
      ...breaks.map(({ cause, songs }) => `${breakLabels[cause]}: ${counted(songs, "song")}`),
      ...(givenUp > 0 ? [`${breakTexts.givenUpTotal}: ${counted(givenUp, "song")}`] : []),
    ],
    worst: worst.map(({ id, groupId, groupName, zoneName, day, ...of }) => ({
      key: String(id),
      name: `${groupWords({ groupName, zoneName })}, ${showPlaylistDate(day)}`,
      to: withMembers(dayPath, { groupId: groupRef(pageContext, groupId), day }),
      lines: wrongWords(of, figures, { advise: false }),
    })),
    more:
      wrongDays > worst.length
        ? publishTexts.moreDays(counted(wrongDays - worst.length, "day"))
        : null,
  };
}
export type PublishQuestionWords = ReturnType<typeof questionWords>;
