import { Link, type useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { toOptions } from "~/features/onboarding/self-onboarding-fields";
import { PublicPage } from "~/features/session/public-page";
import { AudioRow } from "~/ui/audio-row";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Counted } from "~/ui/frame/figures";
import { FilterBar, FilterSelect } from "~/ui/frame/filter-bar";
import { publicDemosPath } from "./paths";
import type { loadPublicDemo, loadPublicDemos } from "./public-demos.server";
import { publicDemoTexts } from "./texts";

type Demos = ReturnType<typeof useLoaderData<typeof loadPublicDemos>>;
type Demo = NonNullable<ReturnType<typeof useLoaderData<typeof loadPublicDemo>>>;

/** The demo playlists that are listed, by language, song type and industry. */
export function PublicDemos({ filters, choices, playlists }: Demos) {
  const active = Object.values(filters).filter(Boolean).length;
  const { languages, songTypes, industries } = choices;
  return (
    <DemoPage
      title={publicDemoTexts.heading}
      lead={publicDemoTexts.lead}
      canHear={playlists.length > 0}
    >
      <div className="panel">
        <FilterBar
          label="Filter demo playlists"
          active={active}
          clearTo={publicDemosPath}
          applyLabel="Show"
          search={
            <>
              <FilterSelect
                name="language"
                label="Language"
                value={filters.language}
                any="Any"
                options={toOptions(languages)}
              />
              <FilterSelect
                name="songType"
                label="Song type"
                value={filters.songType}
                any="Any"
                options={toOptions(songTypes)}
              />
              <FilterSelect
                name="industry"
                label="Industry"
                value={filters.industry}
                any="Any"
                options={toOptions(industries)}
              />
            </>
          }
        />
        {playlists.length > 0 ? (
          <ul>
            {playlists.map(({ to, name, language, songType, industry, songs, length }) => (
              <li
                key={to}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0"
              >
                <div className="min-w-0">
                  <Link
                    to={to}
                    reloadDocument
                    className="font-semibold underline underline-offset-2 [overflow-wrap:anywhere] hover:no-underline"
                  >
                    {name}
                  </Link>
                  <p className="text-sm text-ink-2">{[language, songType, industry].join(" · ")}</p>
                </div>
                <p className="text-sm tabular-nums text-ink-3">
                  <Counted of={songs} one="song" />, {length}
                </p>
              </li>
            ))}
          </ul>
        ) : active > 0 ? (
          <EmptyState
            title="No Data Found"
            action={<ButtonLink to={publicDemosPath}>Show all demo playlists</ButtonLink>}
          >
            {publicDemoTexts.noMatch}
          </EmptyState>
        ) : (
          <EmptyState icon="music" title="No List Found">
            {publicDemoTexts.none}
          </EmptyState>
        )}
      </div>
    </DemoPage>
  );
}

/** One demo playlist to listen to. */
export function PublicDemo({ name, language, songType, industry, songs }: Demo) {
  return (
    <DemoPage
      title={name}
      lead={[language, songType, industry].join(" · ")}
      isOne
      canHear={songs.length > 0}
    >
      {songs.length > 0 ? (
        <>
          <p className="text-ink-2">
            {publicDemoTexts.listen}{" "}
            <span className="hidden scripted:inline">{publicDemoTexts.goesOn}</span>
          </p>
          <ol className="panel">
            {songs.map(({ ref, title, artist, length, audio, art }) => (
              <li key={ref} className="border-b border-line last:border-b-0">
                <AudioRow
                  title={title}
                  detail={artist}
                  src={audio}
                  art={art}
                  goesOn
                  aside={<span className="text-sm tabular-nums text-ink-3">{length}</span>}
                />
              </li>
            ))}
          </ol>
        </>
      ) : (
        <div className="panel">
          <EmptyState icon="music" title="No Data Found">
            {publicDemoTexts.nothing}
          </EmptyState>
        </div>
      )}
    </DemoPage>
  );
}

/** Shown if a demo playlist's link is unknown or has expired. */
export function NoDemo() {
  return <DemoPage title={publicDemoTexts.deadLink} lead={publicDemoTexts.over} isOne />;
}

type PageProps = {
  title: string;
  lead: string;
  /** True for the page of one demo playlist, not the list. */
  isOne?: boolean;
  canHear?: boolean;
  children?: ReactNode;
};

function DemoPage({ title, lead, isOne, canHear, children }: PageProps) {
  return (
    <PublicPage
      action={
        <ButtonLink to="/login" reloadDocument>
          Sign in
        </ButtonLink>
      }
    >
      <div className="mx-auto grid max-w-[760px] gap-5 py-8 md:py-12">
        <div className="grid gap-1">
          <h1 className="text-xl font-bold [overflow-wrap:anywhere]">{title}</h1>
          <p className="text-ink-2">{lead}</p>
        </div>
        {children}
        {canHear ? <p className="text-ink-2">{publicDemoTexts.next}</p> : null}
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/self-onboarding" variant="primary" reloadDocument>
            {publicDemoTexts.ask}
          </ButtonLink>
          <ButtonLink to="/contact" reloadDocument>
            Ask a question
          </ButtonLink>
          {isOne ? (
            <ButtonLink to={publicDemosPath} variant="quiet" reloadDocument>
              All demo playlists
            </ButtonLink>
          ) : null}
        </div>
      </div>
    </PublicPage>
  );
}
