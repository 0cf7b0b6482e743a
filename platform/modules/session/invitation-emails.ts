import type { AccountWriter } from "../../access/account-writer.ts";
import type { Call } from "../../http/context.ts";
import { isAddressRefused, type Letter } from "../../mail/mail.ts";
import type { Services } from "../../services.ts";
import { newAccountToken } from "./account-token.ts";
import { findByUsername, insertToken, type Person, type Purpose } from "./credentials.queries.ts";
import { letters } from "./letters.ts";

const minute = 60_000;
const recoveryMinutes = 60;
const invitationDays = 7;
export const signInMinutes = 10;

/** Names what an active user asked for; an invited one gets the invitation either way. */
export type Entrance = "recovery" | "sign-in";

type EntranceCall = Pick<Call, "db" | "now">;

/**
 * The letters by which people get in: an invited user's invitation, an active user's link to set a
 * new password or to sign in.
 */
export function invitationEmails({ mail, publicUrl }: Pick<Services, "mail" | "publicUrl">) {
  const write = letters(publicUrl);

  const makeToken = async (
    by: AccountWriter,
    { db, now }: EntranceCall,
    { companyId, userId }: Person,
    purpose: Purpose,
    lifetime: number,
  ) => {
    const { token, name } = newAccountToken(companyId);
    await insertToken(by, db, {
      ...name,
      userId,
      purpose,
      createdAt: now,
      expiresAt: new Date(now.getTime() + lifetime),
    });
    return token;
  };
  const writeLetter = async (
    by: AccountWriter,
    call: EntranceCall,
    person: Person,
    entrance: Entrance,
  ): Promise<Letter | undefined> => {
    if (person.companyStatus !== "active" || person.status === "inactive") return undefined;
    if (person.status === "invited") {
      const token = await makeToken(
        by,
        call,
        person,
        "invitation",
        invitationDays * 24 * 60 * minute,
      );
      return write.invitation(person, token, invitationDays, person.companyName);
    }
    if (entrance === "sign-in")
      return write.signInLink(
        person,
        await makeToken(by, call, person, "sign-in", signInMinutes * minute),
        signInMinutes,
      );
    return write.recovery(
      person,
      await makeToken(by, call, person, "recovery", recoveryMinutes * minute),
      recoveryMinutes,
    );
  };

  return {
    /**
     * Mails a user what they need to get in, after the answer has gone out; nothing to one who is
     * not there or is deactivated. Call it when the transaction that made or changed them has been
     * committed.
     */
    postEntrance(
      by: AccountWriter,
      call: EntranceCall,
      username: string,
      entrance: Entrance = "recovery",
    ): void {
      mail.post(async () => {
        const person = await findByUsername(call.db, username.toLowerCase());
        return person && writeLetter(by, call, person, entrance);
      });
    },

    /**
     * The same for many who were just invited, one email after the other. A mail server that is
     * away ends it: the others are invited again from the list of users.
     */
    postInvitations(by: AccountWriter, call: EntranceCall, usernames: string[]): void {
      mail.post(async () => {
        const refused: unknown[] = [];
        for (const username of usernames) {
          const person = await findByUsername(call.db, username.toLowerCase());
          const letter = person && (await writeLetter(by, call, person, "recovery"));
          if (!letter) continue;
          await mail.send(letter).catch((error: unknown) => {
            if (!isAddressRefused(error)) throw error;
            refused.push(error);
          });
        }
        if (refused.length > 0) throw new AggregateError(refused, "some addresses were refused");
        return undefined;
      });
    },
  };
}
