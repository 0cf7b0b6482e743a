import { Link } from "@remix-run/react";
import { withMembers } from "~/ui/frame/address";
import { EmptyState } from "~/ui/frame/empty-state";
import { hierarchyPath, labelOf, treeTo, unassignedTo } from "./paths";
import { hierarchyTexts } from "./texts";
import type { Tree } from "./tree.server";

type Hit = NonNullable<Tree["hits"]>[number];

/** Lists a search's hits, each with a link to its place in the tree. */
export function SearchHits({ hits, words }: { hits: Hit[]; words: string }) {
  if (hits.length === 0)
    return <EmptyState title="No Data Found">{hierarchyTexts.noneFound(words)}</EmptyState>;
  return (
    <ul aria-label={`Found for ${words}`}>
      {hits.map((hit) => (
        <li key={`${hit.kind} ${hit.ref}`} className="border-b border-line last:border-b-0">
          <Link
            to={placeOf(hit)}
            className="flex min-h-[44px] flex-wrap items-center gap-x-2 px-3 py-1.5 no-underline hover:bg-sunken md:px-4"
          >
            <span className="font-semibold underline underline-offset-2 [overflow-wrap:anywhere]">
              {hit.name}
            </span>
            <small className="text-xs text-ink-3">{labelOf[hit.kind]}</small>
            {hit.code ? <span className="text-sm text-ink-2">{hit.code}</span> : null}
            <span className="text-sm text-ink-2 md:ml-auto">
              {hit.path || (hit.kind === "store" ? "No group yet" : "")}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function placeOf({ kind, ref, code, open }: Hit): string {
  if (kind !== "store") return treeTo(open, ref);
  return open.group
    ? withMembers(hierarchyPath, { ...open, find: code })
    : withMembers(unassignedTo(), { search: code });
}
