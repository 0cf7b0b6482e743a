/**
 * A username to suggest (VAL-6): the trimmed name, runs of spaces as '_', then '_' and the last
 * four digits of the timestamp in milliseconds. Usernames are ASCII: letters lose their marks,
 * those of other scripts are left out, and where none is left it begins with "user".
 */
export function generatedUsername(name: string, timestamp: number): string {
  const ascii = name
    .normalize("NFD")
    .replace(/[^!-~\s]/g, "")
    .trim();
  return `${ascii.replace(/\s+/g, "_") || "user"}_${String(timestamp).slice(-4).padStart(4, "0")}`;
}
