const browsers: [pattern: RegExp, name: string][] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: [pattern: RegExp, name: string][] = [
  [/Android/, "Android"],
  [/iPhone|iPad|iPod/, "iOS"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/Linux/, "Linux"],
];

/**
 * Names the device of a User-Agent header: 'Firefox on Windows'; the header itself, shortened, if
 * it is unknown.
 */
export function deviceName(userAgent: string | null): string {
  const text = userAgent?.trim();
  if (!text) return "Unknown device";
  const find = (list: typeof browsers) => list.find(([pattern]) => pattern.test(text))?.[1];
  const name = [find(browsers), find(systems)].filter(Boolean).join(" on ");
  return name || text.slice(0, 60);
}
