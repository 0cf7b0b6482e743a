import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { z } from "zod";
import { alertNote } from "#contract/alerts/endpoints";
import { changeAlerts, listAlertOwners, type WallRow } from "#contract/alerts/wall";
import { type AlertAct, alertCauses, snoozeMinutes } from "#contract/alerts/words";
import { messages } from "#contract/base/messages";
import { mayOpen } from "#contract/base/roles";
import { wholeNumber } from "#contract/base/whole-number";
import type { CommandKind } from "#contract/player/words";
import { ApiRefusal } from "~/lib/api/refusals.server";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { commandForms, isCommand, sendToStores } from "~/lib/lists/bulk-commands.server";
import { localPath } from "~/lib/pages/local-path";
import { load, type PageContext } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { wallActPath, wallPath } from "./paths";
import { wallTexts } from "./texts";
import { byCompany, callWall, leadBack, selectFirst, wallBehind } from "./wall.server";

const cause = z.enum(alertCauses);
const note = alertNote;
/** The fields of each action. */
const forms = {
  "hand-over": z.object({ to: z.string(), note }),
  snooze: z.object({ minutes: wholeNumber(snoozeMinutes.least, snoozeMinutes.most), note }),
  note: z.object({ note: alertNote.unwrap().min(1, messages.required), cause: cause.optional() }),
  close: z.object({ cause, note }),
  ...commandForms,
} as const;
export type WallAct = keyof typeof forms;
const isAct = (name: string | undefined): name is WallAct =>
  name !== undefined && Object.hasOwn(forms, name);

type WallSelection = { rows: WallRow[]; versions: Map<number, number | undefined> };

/** Finds the alerts that a list of "ref.version" names; leaves out those that are gone. */
async function findChosen(pageContext: PageContext, refs: string[]): Promise<WallSelection> {
  const versions = new Map(
    refs.map((ref) => {
      const [id = "", version] = ref.split(".");
      return [pageContext.ids.decrypt("alert", id), version ? Number(version) : undefined] as const;
    }),
  );
  const query = { ids: [...versions.keys()], state: "all" as const, limit: 100 };
  const { data: rows } = await load(() => callWall(pageContext, query));
  return { rows, versions };
}

type Reply = { message: string };

/** Makes one call per company of the alerts and joins their messages, refusals included. */
async function callByCompany(
  { rows }: WallSelection,
  call: (companyId: number, rows: WallRow[]) => Promise<Reply>,
): Promise<Reply> {
  const replies: string[] = [];
  let refusal: ApiRefusal | undefined;
  for (const { companyId, own } of byCompany(rows)) {
    try {
      replies.push((await call(companyId, own)).message);
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      refusal = error;
      replies.push(error.problem.message);
    }
  }
  if (refusal && replies.length === 1) throw refusal;
  return { message: replies.join(" ") };
}

const changeChosen = (
  { api }: PageContext,
  chosen: WallSelection,
  change: { act: AlertAct } & Record<string, unknown>,
) =>
  callByCompany(chosen, (companyId, rows) =>
    api.call(changeAlerts, {
      query: { companyId },
      body: {
        ...change,
        alerts: rows.map(({ id }) => ({ id, version: chosen.versions.get(id) })),
      },
    }),
  );

const commandChosen = (
  pageContext: PageContext,
  chosen: WallSelection,
  command: { command: CommandKind } & Record<string, unknown>,
) =>
  callByCompany(chosen, (companyId, rows) => {
    const storeIds = [...new Set(rows.map(({ storeId }) => storeId))];
    return sendToStores(pageContext, storeIds, command, companyId);
  });

/** Takes over the ticked alerts at once; any other action has a page that asks for its details. */
export async function actOnWall(args: ActionFunctionArgs, pageContext: PageContext) {
  const posted = await args.request.formData();
  const one = posted.get("one");
  const refs = [...new Set(one === null ? posted.getAll("id").map(String) : [String(one)])];
  const back = wallBehind(args.request).replace(/\.data/, "");
  const act = one === null ? String(posted.get("act")) : "take";
  if (refs.length === 0) return selectFirst(args, back);
  if (act !== "take") return redirect(withMembers(wallActPath(act), { id: refs, back }));
  const chosen = await findChosen(pageContext, refs);
  if (chosen.rows.length === 0) return leadBack(args, back, "error", wallTexts.gone);
  try {
    const { message } = await changeChosen(pageContext, chosen, { act });
    return leadBack(args, back, "success", message);
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    return leadBack(args, back, "error", error.problem.message);
  }
}

async function readAct(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { act } = args.params;
  if (!isAct(act) || (isCommand(act) && !mayOpen(pageContext.person, "STORES")))
    throw Response.json({ message: messages.notFound }, { status: 404 });
  const { searchParams } = new URL(args.request.url);
  const back = localPath(searchParams.get("back"), wallPath);
  const refs = [...new Set(searchParams.getAll("id"))];
  if (refs.length === 0) throw selectFirst(args, back);
  const chosen = await findChosen(pageContext, refs);
  if (chosen.rows.length === 0) throw leadBack(args, back, "error", wallTexts.gone);
  return { act, chosen, back };
}

/** Loads the page of an action: the stores it concerns, and its fields. */
export async function loadAct(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { act, chosen, back } = await readAct(args, pageContext);
  const { rows } = chosen;
  const [first] = rows;
  const stores = new Map(
    rows.map(({ companyId, storeId, storeName }) => [`${companyId} ${storeId}`, storeName]),
  );
  const names = [...stores.values()];
  const owners =
    act === "hand-over" && first
      ? await load(() =>
          pageContext.api.call(listAlertOwners, {
            params: { id: first.id },
            query: { companyId: first.companyId },
          }),
        )
      : undefined;
  return {
    act,
    back,
    stores:
      names.length === 1 ? (names[0] ?? "") : pageContext.figures.counted(names.length, "store"),
    names: names.length === 1 ? "" : `${names.slice(0, 12).join(", ")}. `,
    constraints: constraintsOf(forms[act]),
    values: {
      ...(act === "snooze" && { minutes: String(snoozeMinutes.usual) }),
      ...(rows.length === 1 && { note: first?.note ?? "", cause: first?.cause ?? "" }),
    },
    owners: owners?.data.map(({ username, name }) => ({
      value: username,
      label: `${name} (${username})`,
    })),
  };
}

export async function saveAct(args: ActionFunctionArgs, pageContext: PageContext) {
  const { act, chosen, back } = await readAct(args, pageContext);
  const form = await readForm(args.request, forms[act]);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(
    () =>
      isCommand(act)
        ? commandChosen(pageContext, chosen, { command: act, ...value })
        : changeChosen(pageContext, chosen, { act, ...value }),
    { rename: (field) => (field === "alerts" ? "" : field) },
  );
  return refused ?? leadBack(args, back, "success", reply.message);
}
