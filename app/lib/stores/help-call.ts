import type { AlertRow } from "#contract/alerts/endpoints";
import { helpReasonLabels } from "#contract/alerts/words";
import { voiceNotePath } from "~/features/alerts/paths";
import { companyMember, withMembers } from "~/ui/frame/address";
import type { Identifiers } from "../api/identifiers.server";

export type HelpCall = { words: string; voiceNote: string | null };

/** A store's call for help in words, with the address of its recording; null for other alerts. */
export const helpCallOf = (
  { id, reason, details, hasVoiceNote }: AlertRow,
  ids: Identifiers,
  companyId?: number,
): HelpCall | null =>
  reason && {
    words: [helpReasonLabels[reason], details].filter(Boolean).join(": "),
    voiceNote: hasVoiceNote
      ? withMembers(voiceNotePath(ids.encrypt("alert", id)), {
          [companyMember]: companyId === undefined ? undefined : ids.encrypt("company", companyId),
        })
      : null,
  };
