import { showDate } from "#contract/base/dates";
import { weekdayNames, weekFromMonday } from "#contract/stores/words";
import type { Option } from "~/ui/choice-field";
import { countExceptions } from "./hours-lines";
import { deviceWords } from "./store-words";

type Values = Record<string, string | string[]>;
type Part = "place" | "hours" | "device" | "sound";
export type Summary = { part: Part; facts: { term: string; value: string }[] };

const deviceKindWords: Readonly<Partial<Record<string, string>>> = deviceWords;

/** Describes the entries of all steps, to check before the store is added. */
export function wholeDraft(values: Record<Part, Values>, groups: Option[]): Summary[] {
  const text = (part: Part, name: string) => String(values[part][name] ?? "").trim();
  const fact = (term: string, value: string) => ({ term, value: value || "–" });
  const { place, hours, device, sound } = {
    place: (name: string) => text("place", name),
    hours: (name: string) => text("hours", name),
    device: (name: string) => text("device", name),
    sound: (name: string) => text("sound", name),
  };
  const times = (line: string) =>
    hours(`${line}.closed`)
      ? "Closed"
      : `${hours(`${line}.opens`)} – ${hours(`${line}.closes`)}${hours(`${line}.pastMidnight`) ? " next day" : ""}`;
  const dates = Array.from(
    { length: countExceptions(values.hours) },
    (_, line) => `exceptions[${line}]`,
  );
  const phone = place("phone") && `+${place("phoneCountryCode") || "91"} ${place("phone")}`;
  return [
    {
      part: "place",
      facts: [
        fact("Store", `${place("storeName")} (${place("storeCode")})`),
        fact(
          "Group",
          groups.find(({ value }) => value === place("groupId"))?.label ?? "No group yet",
        ),
        fact(
          "Address",
          [place("addressLine"), place("city"), place("state"), place("postalCode")]
            .filter(Boolean)
            .join(", "),
        ),
        fact("Time zone", place("timeZone")),
        fact("Contact", [place("contactName"), phone, place("email")].filter(Boolean).join(", ")),
      ],
    },
    {
      part: "hours",
      facts: [
        ...weekFromMonday.map((weekday, line) =>
          fact(weekdayNames[weekday] ?? "", times(`week[${line}]`)),
        ),
        ...dates.map((line) =>
          fact(
            showDate(hours(`${line}.day`)),
            [times(line), hours(`${line}.note`)].filter(Boolean).join(" · "),
          ),
        ),
      ],
    },
    {
      part: "device",
      facts: [
        fact("Device", deviceKindWords[device("deviceKind")] ?? ""),
        fact("Serial number", device("deviceSerial")),
        fact("Player account", device("username")),
      ],
    },
    {
      part: "sound",
      facts: [
        fact("Volume", sound("volume")),
        fact("Licence", [sound("licenceName"), sound("licenceNumber")].filter(Boolean).join(" ")),
        fact(
          "Valid",
          [sound("licenceFrom"), sound("licenceTo")]
            .map((date) => (date ? showDate(date) : "…"))
            .join(" – ")
            .replace("… – …", ""),
        ),
      ],
    },
  ];
}
