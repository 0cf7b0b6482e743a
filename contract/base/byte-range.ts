/** First and last byte, both included. */
export type ByteRange = { start: number; end: number };

/**
 * The bytes that a Range header asks for of a file of `size` bytes (RFC 9110 section 14.1.2).
 * Undefined for no range, several ranges or one that is not understood: the RFC answers these with
 * the whole file.
 */
export function readRange(range: string, size: number): ByteRange | "unsatisfiable" | undefined {
  const parts = /^bytes=(\d*)-(\d*)$/i.exec(range.trim());
  const [first = "", last = ""] = parts?.slice(1) ?? [];
  if (!parts || (first === "" && last === "")) return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length > 0 ? { start: size - length, end: size - 1 } : "unsatisfiable";
  }
  if (last !== "" && Number(last) < Number(first)) return undefined;
  if (Number(first) >= size) return "unsatisfiable";
  return { start: Number(first), end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}
