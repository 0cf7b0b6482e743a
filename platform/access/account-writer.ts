import { forbidden } from "../base/refusal.ts";

declare const brand: unique symbol;
/**
 * The right to write users, their locations and their credentials. Only this file makes one,
 * and every query that writes app_user, user_unit or a credential takes one first; an API token
 * can never get one (docs/decisions/tokens.md).
 */
export type AccountWriter = { readonly [brand]: true };

type OfSession<C> = C & { token: null } & AccountWriter;

/**
 * The caller with the right to write accounts; undefined where a program calls with an API token.
 */
export const toSessionCaller = <C extends { token: unknown }>(
  caller: C,
): OfSession<C> | undefined => (caller.token ? undefined : (caller as OfSession<C>));

/** Requires a session where API tokens may make only part of a call. Throws 403 with `refusal`. */
export function requireSession<C extends { token: unknown }>(
  caller: C,
  refusal: string,
): OfSession<C> {
  const session = toSessionCaller(caller);
  if (!session) throw forbidden(refusal);
  return session;
}

/**
 * Only for public calls: a person who proves a password, a code or an emailed link acts as the
 * account's holder.
 */
export const accountHolder = {} as AccountWriter;

/** For setup, jobs and changes by the platform itself. */
export const platformItself = {} as AccountWriter;
