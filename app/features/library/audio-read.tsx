import { Link } from "@remix-run/react";
import { Icon } from "~/ui/frame/icon";
import { Panel } from "~/ui/frame/panel";
import { songFormTexts } from "./texts";
import { Waveform } from "./waveform";

type Audio = {
  name: string;
  size: string;
  length: string;
  loudness: string | null;
  /** Says that the file was converted; null if it was not. */
  converted: string | null;
  /** Says where the sound starts and ends; null if the whole file plays. */
  cues: string | null;
  wave: string;
  played: { from: number; to: number };
  picture: string | null;
  unknownWords: string[];
};

/** Shows the details read from an uploaded file. */
export function AudioFacts({ audio }: { audio: Audio }) {
  return (
    <Panel
      title="Audio"
      lead={[audio.name, audio.length, audio.size, audio.loudness, audio.cues, audio.converted]
        .filter(Boolean)
        .join(" · ")}
    >
      <div className="flex items-center gap-4">
        {audio.picture ? (
          <img
            src={audio.picture}
            alt={songFormTexts.coverArt}
            width={64}
            height={64}
            className="h-16 w-16 rounded object-cover"
          />
        ) : null}
        <Waveform path={audio.wave} label={`Waveform of ${audio.name}`} played={audio.played} />
      </div>
      {audio.unknownWords.length > 0 ? (
        <p className="mt-3 text-sm text-ink-2">
          {songFormTexts.unknownWords(audio.unknownWords.join(", "))}
        </p>
      ) : null}
    </Panel>
  );
}

type DuplicateSong = { to: string; title: string; about: string; reason: string };

/** Warns of songs that may be the same; the song can still be added. */
export function Doubles({ doubles }: { doubles: DuplicateSong[] }) {
  if (doubles.length === 0) return null;
  return (
    <section aria-labelledby="doubles" className="mb-4 rounded-lg bg-warn-tint p-4 text-warn">
      <h2 id="doubles" className="flex items-center gap-2 font-semibold">
        <Icon name="alert" size={18} />
        {doubles.length === 1 ? songFormTexts.double : songFormTexts.doubles(doubles.length)}
      </h2>
      <ul className="mt-1 list-disc pl-7">
        {doubles.map(({ to, title, about, reason }) => (
          <li key={to}>
            <Link to={to} className="font-semibold underline underline-offset-2">
              {title}
            </Link>{" "}
            {about} – {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}
