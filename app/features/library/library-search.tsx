import { longestSearch } from "~/ui/form-fields";
import { Button } from "~/ui/frame/button";
import { filterForm } from "./facet-panel";
import { libraryTexts } from "./texts";

/**
 * The search over songs. Its field belongs to the facets' form, so that one address holds
 * both.
 */
export function LibrarySearch({ label, search }: { label: string; search: string | undefined }) {
  return (
    <>
      <div className="grid min-w-0 flex-[1_1_240px] gap-1">
        <label htmlFor="song-search" className="text-xs font-medium text-ink-2">
          {label}
        </label>
        <input
          key={search}
          id="song-search"
          type="search"
          name="search"
          form={filterForm}
          defaultValue={search}
          maxLength={longestSearch}
          placeholder={libraryTexts.search}
          className="control"
        />
      </div>
      <Button form={filterForm} icon="search">
        Search
      </Button>
    </>
  );
}
