/** A finding: fine, a note, or wrong; `mend` says what to do. */
export type Finding = { is: "ok" | "note" | "wrong"; what: string; mend?: string };

export const ok = (what: string): Finding => ({ is: "ok", what });

export const note = (what: string, mend: string): Finding => ({ is: "note", what, mend });

export const wrong = (what: string, mend: string): Finding => ({ is: "wrong", what, mend });

export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
