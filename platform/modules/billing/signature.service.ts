import { providerScope } from "../../access/scope.ts";
import { invalid } from "../../base/refusal.ts";
import type { Db, Tx } from "../../db/types.ts";
import type { FileStore } from "../../files/file-store.ts";
import { readPicture } from "../../files/picture.ts";
import type { UploadedFile } from "../../files/uploaded-file.ts";
import type { ScopedCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import type { FileKeeper } from "../files/index.ts";
import { findBilling, lockSettings } from "./settings.queries.ts";
import { findSignatureKey, isOnInvoice, saveSignature } from "./signature.queries.ts";

type FilesCall = ScopedCall & { keeper: FileKeeper };

const unsaved = "Save the billing settings first.";
/** Pixels along the longer side, for a width of 60 mm in print. */
const printedSide = 700;

/** Gives the stored picture. Throws 422 on `file` before the settings are saved. */
export async function setSignature(call: FilesCall, file: UploadedFile) {
  const { scope, keeper } = call;
  if (!(await findBilling(call.db))?.settings) throw invalid({ file: unsaved });
  const bytes = await keeper.storeBytes(file, "signature");
  return call.database.transaction(async (tx) => {
    const settings = await lockSettings(tx, scope.companyId);
    if (!settings) throw invalid({ file: unsaved });
    const picture = await keeper.keepFile(scope, tx, bytes, call);
    await replaceSignature(call, tx, settings, picture.id);
    return picture;
  });
}

/** Does nothing where there is none. */
export const deleteSignature = (call: FilesCall): Promise<void> =>
  call.database.transaction(async (tx) => {
    const settings = await lockSettings(tx, call.scope.companyId);
    if (settings?.signatureFileId) await replaceSignature(call, tx, settings, null);
  });

/**
 * Invoices name the picture they were issued with, and their notes draw the same one, so the old
 * picture is deleted only if no invoice names it.
 */
async function replaceSignature(
  call: FilesCall,
  tx: Tx,
  { signatureFileId, legalName }: { signatureFileId: string | null; legalName: string },
  next: string | null,
): Promise<void> {
  const { scope, keeper } = call;
  await saveSignature(scope, tx, next);
  if (signatureFileId && !(await isOnInvoice(tx, signatureFileId)))
    await keeper.removeFile(scope, tx, signatureFileId);
  await audit(tx, call, [
    {
      companyId: scope.companyId,
      action: next ? "signature set" : "signature removed",
      itemKind: "billing settings",
      itemId: scope.companyId,
      itemName: legalName,
      before: { signatureFileId },
      after: { signatureFileId: next },
    },
  ]);
}

/** The picture as documents draw it; undefined where the invoice was issued without one. */
export async function readSignature(
  files: FileStore,
  db: Db,
  fileId: string | null | undefined,
): Promise<Buffer | undefined> {
  if (!fileId) return undefined;
  const key = await findSignatureKey(await providerScope(db), db, fileId);
  const picture = key && (await readPicture(files, key, printedSide));
  if (!picture) throw new Error(`the signature ${fileId} of issued invoices is gone`);
  return picture;
}
