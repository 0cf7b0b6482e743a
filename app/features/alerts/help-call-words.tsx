import type { HelpCall } from "~/lib/stores/help-call";
import { PlayButton } from "~/ui/play-button";

/** A store's call for help in words, with a button that plays its voice note. */
export const HelpCallWords = ({ call, store }: { call: HelpCall; store: string }) => (
  <span className="flex items-center gap-2">
    <b className="font-semibold [overflow-wrap:anywhere]">{call.words}</b>
    {call.voiceNote ? (
      <PlayButton src={call.voiceNote} title={`Voice note of ${store}`} by={store} />
    ) : null}
  </span>
);
