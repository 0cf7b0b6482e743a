import type { z } from "zod";
import type { callForHelp as helpEndpoint } from "#contract/alerts/help-calls";
import { helpReasonLabels } from "#contract/alerts/words";
import { slotHolderOf } from "../../access/slot-holder.ts";
import { notFound } from "../../base/refusal.ts";
import { voiceNoteLength } from "../../files/audio-length.ts";
import { readAudio } from "../../files/read-audio.ts";
import { type Conditions, serveFile } from "../../files/serve-file.ts";
import type { UploadedFile } from "../../files/uploaded-file.ts";
import type { ScopedCall } from "../../http/context.ts";
import type { Services } from "../../services.ts";
import { audit } from "../audit/index.ts";
import type { FileKeeper } from "../files/index.ts";
import { findPlayer } from "../player/index.ts";
import { findVoiceNote, openHelpCall, storeVoiceNote } from "./help-calls.queries.ts";

/** The caller's own store calls for help. Throws 404 for a caller without a store. */
export async function callForHelp(
  call: ScopedCall,
  { reason, details }: z.output<typeof helpEndpoint.body>,
) {
  const { scope, now } = call;
  const { store } = await findPlayer(call);
  return call.database.transaction(async (tx) => {
    const { id, beganAt } = await openHelpCall(scope, tx, {
      storeId: store.id,
      call: { reason, details: details || null },
      now,
    });
    await audit(tx, call, [
      {
        companyId: scope.companyId,
        action: "store called for help",
        itemKind: "alert",
        itemId: id,
        itemName: `${store.name}: ${helpReasonLabels[reason]}`,
        after: { reason, details: details || null },
      },
    ]);
    return { calledAt: beganAt.toISOString() };
  });
}

type FilesCall = ScopedCall & { keeper: FileKeeper } & Pick<Services, "logger">;

/**
 * Adds a recording to the open call of the caller's own store. Throws 404 for a caller without a
 * store and a store without an open call, 422 on `file` as `readAudio` does.
 */
export async function addVoiceNote(call: FilesCall, file: UploadedFile) {
  const { scope, keeper, logger } = call;
  const { store } = await findPlayer(call);
  const { played, durationSeconds } = await readAudio(file, {
    length: voiceNoteLength,
    holder: slotHolderOf(call),
    logger,
  });
  const bytes = await keeper.storeBytes(played.file, "voice-note");
  return call.database.transaction(async (tx) => {
    await keeper.keepFile(scope, tx, bytes, call);
    const alert = await storeVoiceNote(scope, tx, { storeId: store.id, fileId: bytes.id });
    if (!alert) throw notFound();
    await audit(tx, call, [
      {
        companyId: scope.companyId,
        action: "voice note added to a call for help",
        itemKind: "alert",
        itemId: alert.id,
        itemName: store.name,
        after: { seconds: durationSeconds },
      },
    ]);
    return { seconds: durationSeconds };
  });
}

/** Throws 404 for a call that is not there, is out of scope or has no recording. */
export async function showVoiceNote(
  { scope, db }: ScopedCall,
  { files }: FileKeeper,
  { id, conditions }: { id: number; conditions: Conditions },
): Promise<Response> {
  const note = await findVoiceNote(scope, db, id);
  if (!note) throw notFound();
  return serveFile(files, { ...note, keep: 0 }, conditions);
}
