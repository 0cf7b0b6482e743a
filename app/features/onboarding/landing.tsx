import { Link } from "@remix-run/react";
import {
  type ProductPictureKey,
  productFile,
  productPictureSize,
  productPictures,
} from "#contract/tutorials/product-pictures";
import { publicDemosPath } from "~/features/demo-playlists/paths";
import { AudioRow } from "~/ui/audio-row";
import type { Art } from "~/ui/cover";
import { CoverWall } from "~/ui/cover-wall";
import { DayLines, HourBar, type HourItem } from "~/ui/day";
import { ButtonLink } from "~/ui/frame/button";
import { FilterBar, FilterSelect } from "~/ui/frame/filter-bar";
import { toOptions } from "./self-onboarding-fields";
import { landingTexts } from "./texts";

/** Introduces the product, with two ways to go on. */
export function Hero() {
  return (
    <section className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,4fr)_minmax(0,5fr)]">
      <div className="grid content-center gap-5 lg:py-16">
        <h1 className="max-w-[16ch] text-2xl font-bold tracking-tight md:text-3xl">
          {landingTexts.heading}
        </h1>
        <p className="max-w-[46ch] text-lg text-ink-2">{landingTexts.lead}</p>
        <div className="flex flex-wrap gap-2 pt-1">
          <ButtonLink to="/signup" variant="primary" reloadDocument>
            Become a client
          </ButtonLink>
          <ButtonLink to="#listen">{landingTexts.demos}</ButtonLink>
        </div>
      </div>
      <div className="relative grid content-end overflow-hidden rounded-xl px-3 pb-3 pt-28 md:px-6 md:pb-6 md:pt-44">
        <CoverWall columns={6} rows={5} className="absolute inset-0 h-full w-full" />
        <ExampleHour />
      </div>
    </section>
  );
}

/** An example hour of a day, drawn with the same components as Preview. */
function ExampleHour() {
  return (
    <figure className="relative min-w-0 overflow-hidden rounded-xl bg-paper shadow-raised">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pb-1 pt-3">
        <b className="font-semibold">{landingTexts.exampleTitle}</b>
        <span className="text-sm text-ink-3">{landingTexts.example}</span>
      </figcaption>
      <div className="px-4 py-2">
        <HourBar items={exampleItems} label={landingTexts.exampleLabel} />
      </div>
      <div className="px-2 pb-2">
        <DayLines
          caption={landingTexts.exampleTitle}
          lines={exampleItems.slice(0, 4).map(({ start, seconds, kind, title, chart }) => ({
            key: String(start),
            time: clock(start),
            kind,
            chart,
            title,
            length: length(seconds),
            why: <span className="text-sm">{landingTexts.exampleReasons[title ?? ""]}</span>,
          }))}
        />
      </div>
    </figure>
  );
}

const clock = (second: number) => `10:${String(Math.floor(second / 60)).padStart(2, "0")}`;
const length = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

const a = { letter: "A", place: 0 };
const b = { letter: "B", place: 1 };
const c = { letter: "C", place: 2 };
const exampleItems: HourItem[] = inTurn([
  { seconds: 15, kind: "toh", title: landingTexts.examplePlays.toh },
  { seconds: 238, kind: "music", title: landingTexts.examplePlays.first, chart: a },
  { seconds: 214, kind: "music", title: landingTexts.examplePlays.second, chart: b },
  { seconds: 20, kind: "ad", title: landingTexts.examplePlays.ad },
  ...[226, 251, 198, 243, 20, 262, 219, 207, 30, 236, 248, 20, 229, 241, 213, 247].map(
    (seconds, place): Omit<HourItem, "start"> =>
      seconds > 100
        ? { seconds, kind: "music", chart: [a, b, a, c][place % 4] ?? a }
        : { seconds, kind: place === 8 ? "jingle" : "ad" },
  ),
]);

function inTurn(items: Omit<HourItem, "start">[]): HourItem[] {
  let start = 0;
  return items.map((item) => {
    const placed = { start, ...item };
    start += item.seconds;
    return placed;
  });
}

export type LandingDemos = {
  playlists: {
    to: string;
    name: string;
    about: string;
    first: { title: string; artist: string; audio: string; art: Art } | null;
  }[];
  languages: string[];
  songTypes: string[];
  industries: string[];
};

/**
 * Demo playlists to hear at once, and a search for those of the visitor's own language, song type
 * and industry.
 */
export function Listen({ playlists, languages, songTypes, industries }: LandingDemos) {
  return (
    <section id="listen" aria-labelledby="listen-title" className="grid gap-4">
      <SectionHead
        id="listen-title"
        title={landingTexts.listenTitle}
        lead={landingTexts.listenLead}
      />
      <div className="panel">
        <FilterBar
          label="Find demo playlists"
          action={publicDemosPath}
          clearTo={publicDemosPath}
          applyLabel={landingTexts.find}
          search={
            <>
              <FilterSelect
                name="language"
                label="Language"
                any="Any"
                options={toOptions(languages)}
              />
              <FilterSelect
                name="songType"
                label="Song type"
                any="Any"
                options={toOptions(songTypes)}
              />
              <FilterSelect
                name="industry"
                label="Industry"
                any="Any"
                options={toOptions(industries)}
              />
            </>
          }
        />
        <ul>
          {playlists.map(({ to, name, about, first }) => (
            <li key={to} className="border-b border-line px-1 py-1 last:border-b-0">
              <p className="px-3 pt-2">
                <Link
                  to={to}
                  reloadDocument
                  className="font-semibold underline underline-offset-2 hover:no-underline"
                >
                  {name}
                </Link>
                <span className="block text-sm text-ink-2">{about}</span>
              </p>
              {first ? (
                <AudioRow
                  title={first.title}
                  detail={first.artist}
                  src={first.audio}
                  art={first.art}
                />
              ) : null}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Lists what sets the product apart, with pictures of its pages; a test proves each promise. */
export function Promises() {
  return (
    <section aria-labelledby="promises" className="grid gap-8 md:gap-12">
      <SectionHead
        id="promises"
        title={landingTexts.promisesTitle}
        lead={landingTexts.promisesLead}
      />
      {landingTexts.promisesWithPicture.map(({ picture, title, text }) => (
        <div
          key={picture}
          className="grid gap-x-10 gap-y-4 border-t-2 border-ink pt-4 lg:grid-cols-[minmax(0,4fr)_minmax(0,9fr)]"
        >
          <Benefit title={title} text={text} />
          <PictureOfProduct picture={picture} />
        </div>
      ))}
      <ul className="grid gap-x-10 gap-y-6 md:grid-cols-3">
        {landingTexts.promises.map(({ title, text }) => (
          <li key={title} className="border-t-2 border-ink pt-4">
            <Benefit title={title} text={text} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const Benefit = ({ title, text }: { title: string; text: string }) => (
  <div className="grid content-start gap-2">
    <h3 className="text-xl font-bold tracking-tight">{title}</h3>
    <p className="max-w-prose text-ink-2">{text}</p>
  </div>
);

/** Shows a page of the product in the colours that the visitor's device asks for. */
function PictureOfProduct({ picture }: { picture: ProductPictureKey }) {
  const { width, height } = productPictureSize;
  return (
    <picture>
      <source
        media="(prefers-color-scheme: dark)"
        srcSet={`/${productFile(picture, "dark")}`}
        width={width}
        height={height}
      />
      <img
        src={`/${productFile(picture, "light")}`}
        alt={productPictures[picture].alt}
        loading="lazy"
        width={width}
        height={height}
        className="block h-auto w-full rounded-xl border border-line"
      />
    </picture>
  );
}

export function WaysOn() {
  return (
    <section aria-labelledby="begin" className="grid gap-4">
      <SectionHead id="begin" title={landingTexts.beginTitle} lead={landingTexts.beginLead} />
      <ol className="grid gap-4 md:grid-cols-3">
        {landingTexts.begin.map(({ title, text }, place) => (
          <li key={title} className="grid content-start gap-1 border-t-2 border-ink pt-3">
            <span className="text-sm font-semibold text-ink">Step {place + 1}</span>
            <h3 className="text-lg font-semibold">{title}</h3>
            <p className="text-ink-2">{text}</p>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to="/signup" variant="primary" reloadDocument>
          Become a client
        </ButtonLink>
        <ButtonLink to="/self-onboarding" reloadDocument>
          {landingTexts.selfOnboarding}
        </ButtonLink>
        <ButtonLink to="/contact" reloadDocument>
          Ask a question
        </ButtonLink>
      </div>
    </section>
  );
}

function SectionHead({ id, title, lead }: { id: string; title: string; lead: string }) {
  return (
    <div className="grid gap-1">
      <h2 id={id} className="text-xl font-bold tracking-tight">
        {title}
      </h2>
      <p className="max-w-prose text-ink-2">{lead}</p>
    </div>
  );
}
