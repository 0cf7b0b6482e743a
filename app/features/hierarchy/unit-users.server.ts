import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { search as searchField } from "#contract/base/fields";
import { messages } from "#contract/base/messages";
import { unitKinds } from "#contract/base/scope";
import { type ManagedUser, manageUsers, updateUnitUsers } from "#contract/hierarchy/assignment";
import { storesByUnits } from "#contract/hierarchy/endpoints";
import { ApiFailure, ApiRefusal } from "~/lib/api/refusals.server";
import { offerUndo } from "~/lib/audit/undo.server";
import { readFilters, readQuery } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import type { UndoForm } from "~/ui/frame/snack-bar";
import { treeTo, usersTo } from "./paths";
import { unitUsersTexts } from "./texts";
import { readOpen } from "./tree.server";
import { describe } from "./unit-form.server";

/** The dialog's own search; the rest of the address is the open part of the tree. */
const Address = z.object({ who: searchField.optional(), free: z.literal("on").optional() });

const shownAtMost = 100;

function readUnit(request: Request, { ids }: PageContext) {
  const members = new URL(request.url).searchParams;
  const kind = unitKinds.find((one) => one === members.get("kind"));
  if (!kind) throw Response.json({ message: messages.notFound }, { status: 404 });
  return { kind, ref: members.get("id") ?? "", id: ids.decrypt(kind, members.get("id")) };
}

const unitId = (kind: (typeof unitKinds)[number], id: number) =>
  ({
    region: { regionId: id },
    zone: { zoneId: id },
    group: { groupId: id },
    store: { storeId: id },
  })[kind];

async function storeName({ api }: PageContext, id: number): Promise<string> {
  const { data: stores } = await load(() =>
    api.call(storesByUnits, { query: { storeIds: String(id) } }),
  );
  const [store] = stores;
  if (!store) throw Response.json({ message: messages.notFound }, { status: 404 });
  return store.storeName;
}

/** True if the platform failed, was unreachable or busy; the list then shows a message (ASN-4). */
const isFailure = (error: unknown) =>
  error instanceof ApiFailure || (error instanceof ApiRefusal && error.status === 429);

/**
 * Loads both lists of the dialog (ASN-1); `failed` is the message in place of a list that could not
 * be loaded.
 */
export async function loadUnitUsers(request: Request, pageContext: PageContext) {
  const { api, ids } = pageContext;
  const { kind, ref, id } = readUnit(request, pageContext);
  const { who, free } = readQuery(request, Address);
  const name =
    kind === "store"
      ? await storeName(pageContext, id)
      : (await describe(pageContext, kind, id)).name;
  const open = readOpen(request, pageContext);
  const list = async (assigned: "true" | "false") => {
    const query = { ...unitId(kind, id), search: who, assigned, limit: shownAtMost };
    try {
      const { data: users, page } = await api.call(manageUsers, {
        query: { ...query, ...(free && assigned === "false" && { unassigned: "true" as const }) },
      });
      return { users: users.map(lineOf), total: page.total ?? users.length, failed: null };
    } catch (error) {
      if (!isFailure(error)) throw error;
      return { users: [], total: 0, failed: messages.usersFetchFailed };
    }
  };
  const lineOf = (user: ManagedUser) => ({
    ref: ids.encrypt("user", user.id),
    username: user.username,
    name: [user.firstName, user.lastName].filter(Boolean).join(" "),
    assignTo: user.assignTo,
  });
  const [left, right] = await load(() => Promise.all([list("false"), list("true")]));
  return {
    kind,
    ref,
    open,
    title: unitUsersTexts.title(kind, name),
    who,
    free: free === "on",
    left,
    right,
    closeTo: treeTo(open),
    hereTo: usersTo(kind, ref, open),
  };
}
export type UnitUsers = Awaited<ReturnType<typeof loadUnitUsers>>;

/**
 * Moves one user (`one`), the ticked ones (`id`) or all that match (`all`) to the unit or from it.
 * Gives the message to show; if anything is refused or fails, nobody has moved (ASN-3).
 */
export async function moveUsers(
  { request, context }: ActionFunctionArgs,
  pageContext: PageContext,
): Promise<{ kind: "success" | "error"; message: string; undo?: UndoForm | undefined }> {
  const { api, ids } = pageContext;
  const posted = await request.formData();
  const { kind, id, ref } = readUnit(request, pageContext);
  const assigns = posted.get("move") === "assign";
  const refs = posted.has("one") ? [String(posted.get("one"))] : posted.getAll("id").map(String);
  const users = [...new Set(refs)].map((ref) => ids.decrypt("user", ref));
  const all = posted.get("all") === "on" && !posted.has("one");
  if (users.length === 0 && !all) return { kind: "error", message: unitUsersTexts.selectUser };
  try {
    const { who, free } = readFilters(request, Address);
    const matching = {
      search: who,
      assigned: !assigns,
      ...(free && assigns && { unassigned: true as const }),
    };
    const body = {
      ...unitId(kind, id),
      ...(all ? { matching } : assigns ? { toAssign: users } : { toUnassign: users }),
    };
    const { message, data } = await api.call(updateUnitUsers, { body });
    const undo = offerUndo(
      context,
      { act: "move-users-back", fields: { [`${kind}Id`]: ref } },
      data.assigned + data.unassigned,
    );
    return { kind: "success", message: message || messages.usersUpdated, undo };
  } catch (error) {
    if (!(error instanceof ApiRefusal || error instanceof ApiFailure)) throw error;
    // the text of a failure is the same on every page and does not mention users
    return {
      kind: "error",
      message: error instanceof ApiRefusal ? error.message : messages.usersUpdateFailed,
    };
  }
}
