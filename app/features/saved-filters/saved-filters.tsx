import { Link, type useLoaderData } from "@remix-run/react";
import { Button } from "~/ui/frame/button";
import { Icon } from "~/ui/frame/icon";
import { Menu } from "~/ui/frame/menu";
import { PostForm } from "~/ui/frame/post-form";
import type { loadSavedFilters } from "./saved-filters.server";
import { savedFiltersTexts } from "./texts";

export type SavedFiltersData = ReturnType<
  typeof useLoaderData<() => ReturnType<typeof loadSavedFilters>>
>;

/** Links above a list to the user's saved filters; hidden if there are none. */
export function SavedFilters({ saved }: SavedFiltersData) {
  if (saved.length === 0) return null;
  return (
    <nav aria-label="Saved filters" className="mb-4">
      <ul className="flex min-w-0 flex-wrap gap-2">
        {saved.map(({ ref, name, to, isCurrent, removeTo }) => (
          <li
            key={ref}
            className="flex max-w-full overflow-hidden rounded-full border border-line bg-paper has-[[aria-current]]:border-ink"
          >
            <Link
              to={to}
              title={name}
              aria-current={isCurrent ? "true" : undefined}
              className="flex min-h-[32px] min-w-0 items-center touch:min-h-[44px] px-3 text-sm no-underline -outline-offset-2 hover:bg-sunken focus-visible:-outline-offset-2 aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink"
            >
              <span className="truncate">{name}</span>
            </Link>
            <Link
              to={removeTo}
              className="grid min-h-[32px] w-8 shrink-0 touch:min-h-[44px] touch:w-11 place-items-center border-l border-line text-ink-3 -outline-offset-2 hover:bg-sunken hover:text-ink focus-visible:-outline-offset-2"
            >
              <Icon name="close" size={14} label={savedFiltersTexts.remove(name)} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * The button that saves the list's current filters; undefined if there are none to save.
 */
export function saveFiltersButton({ list, path, now, action, constraints }: SavedFiltersData) {
  if (now === null) return undefined;
  return (
    <Menu label="Save these filters" buttonClass="btn">
      {/* a plain form without the script of larger forms; refusals have their own page */}
      <PostForm id="save-filter" action={action} className="grid w-72 gap-2 p-2.5">
        <input type="hidden" name="list" value={list} />
        <input type="hidden" name="filters" value={now} />
        <input type="hidden" name="back" value={path} />
        <label className="grid gap-1 font-medium">
          Name
          <input name="name" autoComplete="off" {...constraints.name} className="control" />
        </label>
        <div>
          <Button variant="primary">Save filters</Button>
        </div>
      </PostForm>
    </Menu>
  );
}
