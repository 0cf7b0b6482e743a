import { messages } from "#contract/base/messages";
import { mostContracts } from "#contract/companies/files";
import { forbidden, invalid, notFound } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import type { UploadedFile } from "../../files/uploaded-file.ts";
import type { ScopedCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import { type FileKeeper, findFiles } from "../files/index.ts";
import { lockCompany, saveIcon } from "./companies.queries.ts";

/** The icon and the contracts are for callers with the whole company, which is above what others own. */
type FilesCall = ScopedCall & { keeper: FileKeeper };

/** Throws 403 for a caller who sees only a part of the company. */
export async function listContracts({ scope, db }: Pick<ScopedCall, "scope" | "db">) {
  if (scope.reach !== "company") throw forbidden();
  return findFiles(scope, db, "contract");
}

/**
 * Stores the icon and removes the one before; gives the new file. Throws 403 as listing does, 422 on
 * `file` if there is none.
 */
export async function setIcon(call: FilesCall, [file]: UploadedFile[]) {
  const { scope, keeper } = call;
  if (scope.reach !== "company") throw forbidden();
  if (!file) throw invalid({ file: messages.required });
  const bytes = await keeper.storeBytes(file, "company-icon");
  return call.database.transaction(async (tx) => {
    const { company, item } = await lockItem(call, tx);
    const icon = await keeper.keepFile(scope, tx, bytes, call);
    await saveIcon(scope, tx, icon.id);
    if (company.iconFileId) await keeper.removeFile(scope, tx, company.iconFileId);
    const [before, after] = [company.iconFileId, icon.id].map((iconFileId) => ({ iconFileId }));
    await audit(tx, call, [{ ...item, action: "company icon set", before, after }]);
    return icon;
  });
}

/** Does nothing where there is no icon. Throws 403 as listing does. */
export async function deleteIcon(call: FilesCall): Promise<void> {
  const { scope, keeper } = call;
  if (scope.reach !== "company") throw forbidden();
  await call.database.transaction(async (tx) => {
    const { company, item } = await lockItem(call, tx);
    const { iconFileId } = company;
    if (!iconFileId) return;
    await saveIcon(scope, tx, null);
    await keeper.removeFile(scope, tx, iconFileId);
    await audit(tx, call, [
      {
        ...item,
        action: "company icon removed",
        before: { iconFileId },
        after: { iconFileId: null },
      },
    ]);
  });
}

/**
 * Adds all documents or none; gives their rows. Throws 403 as listing does, 422 on `file` where the
 * company would have more than five.
 */
export async function addContracts(call: FilesCall, files: UploadedFile[]) {
  const { scope, keeper } = call;
  if (scope.reach !== "company") throw forbidden();
  const stored = await Promise.all(files.map((file) => keeper.storeBytes(file, "contract")));
  return call.database.transaction(async (tx) => {
    const { item } = await lockItem(call, tx);
    const there = (await findFiles(scope, tx, "contract")).length;
    if (there + stored.length > mostContracts)
      throw invalid({
        file: `A company can have at most ${mostContracts} contract documents; this one has ${there}.`,
      });
    const contracts: Awaited<ReturnType<FileKeeper["keepFile"]>>[] = [];
    for (const bytes of stored) contracts.push(await keeper.keepFile(scope, tx, bytes, call));
    await audit(
      tx,
      call,
      contracts.map(({ id, name }) => ({
        ...item,
        action: "contract added",
        after: { fileId: id, name },
      })),
    );
    return contracts;
  });
}

/** Throws 403 as listing does, 404 for a document that is not a contract of the company. */
export async function deleteContract(call: FilesCall, fileId: string): Promise<{ name: string }> {
  const { scope, keeper } = call;
  if (scope.reach !== "company") throw forbidden();
  return call.database.transaction(async (tx) => {
    const { item } = await lockItem(call, tx);
    const { name, purpose } = await keeper.removeFile(scope, tx, fileId);
    if (purpose !== "contract") throw notFound();
    await audit(tx, call, [{ ...item, action: "contract deleted", before: { fileId, name } }]);
    return { name };
  });
}

/** Locks the company for a change, and names it for the audit log. */
async function lockItem({ scope, now }: Pick<ScopedCall, "scope" | "now">, tx: Tx) {
  const company = await lockCompany(scope, tx, now);
  if (!company) throw notFound();
  const item = {
    companyId: scope.companyId,
    itemKind: "company",
    itemId: company.id,
    itemName: company.companyName,
  };
  return { company, item };
}
