import { Icon } from "~/ui/frame/icon";
import { TextLink } from "~/ui/frame/text-link";

type Props = { events: { name: string; hours: string; to: string | null }[] };

/** The events that play during a day. */
export function DayEvents({ events }: Props) {
  if (events.length === 0) return null;
  return (
    <ul className="mb-4 grid gap-1 rounded-lg border border-line bg-paper px-4 py-3 text-ink-2">
      {events.map(({ name, hours, to }) => (
        <li key={`${name} ${hours}`} className="flex flex-wrap items-center gap-2">
          <Icon name="calendar" size={16} />
          <span>Event {to ? <TextLink to={to}>{name}</TextLink> : name}</span>
          <span className="tabular-nums">{hours}</span>
        </li>
      ))}
    </ul>
  );
}
