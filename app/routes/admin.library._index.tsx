import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { FacetPanel } from "~/features/library/facet-panel";
import { loadLibrary } from "~/features/library/library.server";
import { LibraryList } from "~/features/library/library-list";
import {
  libraryDownloadPath,
  libraryPath,
  listsPath,
  songAddPath,
  songsImportPath,
} from "~/features/library/paths";
import { libraryTexts } from "~/features/library/texts";
import { SavedFilters, saveFiltersButton } from "~/features/saved-filters/saved-filters";
import { loadSavedFilters } from "~/features/saved-filters/saved-filters.server";
import { songReportsPath } from "~/features/song-reports/paths";
import { requireArea } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { Downloads } from "~/ui/frame/downloads";
import { useFigures } from "~/ui/frame/figures";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Music library · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireArea(args, "MUSIC_LIBRARY", { company: false });
  const [library, savedFilters] = await Promise.all([
    loadLibrary(args, pageContext),
    loadSavedFilters(args.request, pageContext, "library"),
  ]);
  return { ...library, savedFilters };
}

export default function Library() {
  const data = useLoaderData<typeof loader>();
  const { counted } = useFigures();
  const { members, sortMember, lacking } = data;
  return (
    <>
      <PageHead
        title="Music library"
        lead={
          <>
            {libraryTexts.lead}
            {lacking > 0 && members.lacking === undefined ? (
              <>
                {" "}
                <Link
                  to={withMembers(libraryPath, { status: "active", lacking: "any" })}
                  className="inline-link"
                >
                  {libraryTexts.lacking(counted(lacking, "active song"), lacking === 1)}
                </Link>
                .
              </>
            ) : null}
          </>
        }
        more={
          <>
            <ButtonLink to={listsPath}>Catalogue lists</ButtonLink>
            <ButtonLink to={songsImportPath} icon="upload">
              Import songs
            </ButtonLink>
          </>
        }
        actions={
          <>
            <Downloads to={withMembers(libraryDownloadPath, { ...members, sort: sortMember })} />
            <ButtonLink to={songReportsPath}>Song reports</ButtonLink>
            <ButtonLink to={songAddPath} variant="primary" icon="plus">
              Add song
            </ButtonLink>
          </>
        }
      />
      <SavedFilters {...data.savedFilters} />
      <div className="grid gap-3 lg:grid-cols-[212px_minmax(0,1fr)] lg:items-start lg:gap-4">
        <FacetPanel {...data} />
        <LibraryList {...data} save={saveFiltersButton(data.savedFilters)} />
      </div>
    </>
  );
}
