import type { Role, SubRole } from "#contract/base/roles";
import type { Level } from "#contract/base/scope";
import type { AccountWriter } from "./account-writer.ts";

/** The signed-in person as a request sees them. */
export type Caller = {
  sessionId: string;
  id: number;
  username: string;
  companyId: number;
  companyName: string;
  companyCountry: string;
  role: Role;
  subRole: SubRole | null;
  level: Level | null;
  /** The units that are theirs, of their own level only. */
  units: { regionIds: number[]; zoneIds: number[]; groupIds: number[]; storeIds: number[] };
  /**
   * The provider's person who opened this session as the user (SES-8): it opens no area that is
   * closed to them (see isAllowed).
   */
  openedBy: (Opener & Pick<Caller, "role" | "subRole">) | null;
  /**
   * The player device whose credential is used in place of a session, else null. It can only make
   * the player calls of its own store (see isAllowed).
   */
  playerDevice: string | null;
  /**
   * Must set up two-step sign-in before anything else, because the company requires it. Never set
   * for store managers, nor for staff who opened the session as the user.
   */
  mustEnrol?: boolean;
  /**
   * Set if a program calls with an API token in place of a session. It acts as the user, within the
   * token's scopes (see isAllowed).
   */
  token: CallersToken | null;
};
/**
 * A caller who is signed in, or a store's own player; bind hands one to calls that are closed to
 * API tokens.
 */
export type SessionCaller = Caller & { token: null } & AccountWriter;
/** The person at the screen: in a session that staff opened as a user, the staff member. */
export const personOf = ({ openedBy, username }: Pick<Caller, "openedBy" | "username">): string =>
  openedBy?.username ?? username;
export type CallersToken = { id: number; name: string; scopes: readonly string[] };
export type Opener = { companyId: number; id: number; username: string };

/** True if the user is the caller: an ID alone is a user's only within its company. */
export const isOwn = (caller: Caller, user: { companyId: number; id: number }) =>
  caller.companyId === user.companyId && caller.id === user.id;
