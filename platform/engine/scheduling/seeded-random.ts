/** A generator of numbers in [0, 1): the same parts give the same numbers on every machine. */
export type Random = () => number;

/**
 * sfc32, seeded by an FNV-1a hash of the parts (unit, date, rule version): small, fast and even
 * enough for weighted draws.
 */
export function seededRandom(...parts: (string | number)[]): Random {
  let hash = 2166136261;
  for (const char of parts.join("|")) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619);
  let a = hash | 0;
  let b = Math.imul(hash, 0x9e3779b1) | 0;
  let c = Math.imul(hash, 0x85ebca6b) | 0;
  let counter = 1;
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 4294967296;
  };
  for (let warmUp = 0; warmUp < 12; warmUp++) next();
  return next;
}
