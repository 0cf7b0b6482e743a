import { Panel } from "~/ui/frame/panel";
import { tutorialsTexts } from "./texts";

/** The size in which scripts/tutorials.ts records them (px). */
const size = { width: 1280, height: 800 };

type Video = { src: string; captions: string; poster: string };

/** Plays with the browser's own controls; loads nothing before somebody presses play. */
export function TutorialVideo({ title, src, captions, poster }: Video & { title: string }) {
  return (
    <Panel title="Video" lead={tutorialsTexts.video} className="max-w-3xl">
      <video
        {...size}
        controls
        preload="none"
        poster={poster}
        aria-label={title}
        className="h-auto w-full rounded-lg border border-line bg-sunken"
      >
        <source src={src} type="video/webm" />
        <track kind="captions" src={captions} srcLang="en" label="English" default />
      </video>
    </Panel>
  );
}

type Step = { text: string; picture: { src: string; alt: string } | null };

export function TutorialSteps({ steps }: { steps: Step[] }) {
  return (
    <Panel title="Steps" className="max-w-3xl">
      <ol className="grid gap-4">
        {steps.map(({ text, picture }, i) => (
          <li key={text} className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
            <span
              aria-hidden="true"
              className="grid h-7 w-7 place-items-center rounded-full border border-line-strong text-sm font-semibold tabular-nums"
            >
              {i + 1}
            </span>
            <div className="grid gap-3 pt-0.5">
              <p className="max-w-prose">{text}</p>
              {picture ? (
                <a href={picture.src} className="rounded-lg">
                  <img
                    src={picture.src}
                    alt={picture.alt}
                    {...size}
                    loading="lazy"
                    className="h-auto w-full rounded-lg border border-line bg-sunken"
                  />
                </a>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
