import { AddingHead } from "~/features/charts/adding-head";
import { eventsPath } from "./paths";
import { eventTexts } from "./texts";

type Props = { name: string; path: string; way: "search" | "list" };

export const EventAddingHead = ({ name, path, way }: Props) => (
  <AddingHead
    above={{ label: "Event playlists", to: eventsPath }}
    name={name}
    path={path}
    of="event"
    lead={eventTexts.pickerLead}
    way={way}
    listTab="Paste a list"
  />
);
