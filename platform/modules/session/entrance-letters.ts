import type { Database } from "../../db/client.ts";
import type { Letter, Mail } from "../../mail/mail.ts";
import { newAccountToken } from "./account-token.ts";
import { findByUsername, insertToken, type Person, type Purpose } from "./credentials.queries.ts";
import { letters } from "./letters.ts";

const minute = 60_000;
const recoveryMinutes = 60;
const invitationDays = 7;

export type EntranceNeeds = { database: Database; clock: () => number; mail: Mail; publicUrl: string };

/** The letters by which people get in: an invited user's invitation, an active user's link to set a new password. */
export function entranceLetters({ database, clock, mail, publicUrl }: EntranceNeeds) {
  const { db } = database;
  const write = letters(publicUrl);

  const makeToken = async ({ companyId, userId }: Person, purpose: Purpose, lifetime: number): Promise<string> => {
    const { token, name } = newAccountToken(companyId);
    const createdAt = new Date(clock());
    await insertToken(db, { ...name, userId, purpose, createdAt, expiresAt: new Date(createdAt.getTime() + lifetime) });
    return token;
  };
  const letterFor = async (person: Person): Promise<Letter | undefined> => {
    if (person.companyStatus !== "active" || person.status === "inactive") return undefined;
    if (person.status === "invited") {
      const token = await makeToken(person, "invitation", invitationDays * 24 * 60 * minute);
      return write.invitation(person, token, invitationDays, person.companyName);
    }
    return write.recovery(person, await makeToken(person, "recovery", recoveryMinutes * minute), recoveryMinutes);
  };

  return {
    /**
     * Mails a user what they need to get in, after the answer has gone out; nothing to one who is not there or is deactivated. Call it
     * when the transaction that made or changed them has been committed.
     */
    post(username: string): void {
      mail.post(async () => {
        const person = await findByUsername(db, username.toLowerCase());
        return person && letterFor(person);
      });
    },
  };
}
export type EntranceLetters = ReturnType<typeof entranceLetters>;
