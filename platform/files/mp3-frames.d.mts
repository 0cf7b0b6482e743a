export const tailBytes: number;
export function endsAsMp3(tail: Uint8Array): boolean;
/** The offset of the first of four frames or more in a row; -1 for none. */
export function firstMp3Frame(bytes: Uint8Array): number;
