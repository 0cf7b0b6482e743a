import { forbidden } from "../base/refusal.ts";

declare const brand: unique symbol;
/**
 * The right to write people, their locations and what they sign in with. Only this file makes one,
 * and every query that writes app_user, user_unit or a credential takes one first; an API token
 * never comes by one (docs/decisions/tokens.md).
 */
export type AccountWriter = { readonly [brand]: true };

type OfSession<C> = C & { token: null } & AccountWriter;

/**
 * The caller with the right to write accounts; undefined where a program calls with an API token.
 */
export const asSession = <C extends { token: unknown }>(caller: C): OfSession<C> | undefined =>
  caller.token ? undefined : (caller as OfSession<C>);

/** The same for a call that tokens may make in part. Throws 403 with the words given. */
export function requireSession<C extends { token: unknown }>(
  caller: C,
  refusal: string,
): OfSession<C> {
  const session = asSession(caller);
  if (!session) throw forbidden(refusal);
  return session;
}

/**
 * For public calls alone: whoever proves a password, a code or an emailed link acts as the
 * account's holder.
 */
export const accountHolder = {} as AccountWriter;

/** For setup, jobs and what the platform notes by itself. */
export const platformItself = {} as AccountWriter;
