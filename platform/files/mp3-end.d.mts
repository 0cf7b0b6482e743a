export const tailBytes: number;
export function endsAsMp3(tail: Uint8Array): boolean;
