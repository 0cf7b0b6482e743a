import { Link, useNavigate } from "@remix-run/react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { longestSearch } from "~/ui/form-fields";
import { Dialog } from "~/ui/frame/dialog";
import { Counted } from "~/ui/frame/figures";
import { useAnswer } from "~/ui/use-answer";
import { searchFor, searchHitsPath } from "./paths";
import type { HitGroup } from "./search.server";
import { searchTexts } from "./texts";

/** Milliseconds of pause before a search; shorter than before a field's check. */
const pause = 200;

/**
 * Searches while a person types: arrows choose, Enter opens, Escape closes. Enter before the hits
 * arrive leads to the page with all of them.
 */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [answer, ask] = useAnswer<{ q: string; groups: HitGroup[] }>();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const navigate = useNavigate();
  const q = typed.trim();
  const isAnswered = q !== "" && answer?.q === q;
  const groups = q === "" ? [] : (answer?.groups ?? []);
  const hitCount = groups.reduce((sum, { hits }) => sum + hits.length, 0);
  const options = groups.flatMap(({ hits, all }) => [...hits, ...all]);

  useEffect(() => input.current?.focus(), []); // the dialog focuses its first button
  useEffect(() => {
    // newer browsers return a promise, which must not become the effect's clean-up
    document.getElementById(optionId(listId, chosen))?.scrollIntoView({ block: "nearest" });
  }, [listId, chosen]);

  const type = (text: string) => {
    setTyped(text);
    setChosen(0);
    ask(text.trim() ? searchHitsPath(text.trim()) : undefined, pause);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length > 0) {
      event.preventDefault();
      setChosen((chosen + step + options.length) % options.length);
    }
    if (event.key !== "Enter" || event.nativeEvent.isComposing || q === "") return;
    event.preventDefault();
    onClose();
    navigate((isAnswered && options[chosen]?.to) || searchFor(q));
  };

  return (
    <Dialog title="Search everywhere" width={728} onClose={onClose}>
      <input
        ref={input}
        role="combobox"
        aria-label="Search everywhere"
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-activedescendant={options.length > 0 ? optionId(listId, chosen) : undefined}
        autoComplete="off"
        maxLength={longestSearch}
        placeholder={searchTexts.hint}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={press}
        className="control"
      />
      <p
        role="status"
        className={isAnswered && hitCount === 0 ? "mt-3 px-2 text-ink-2" : "sr-only"}
      >
        {isAnswered ? (
          hitCount === 0 ? (
            searchTexts.nothingFor(q)
          ) : (
            <Counted of={hitCount} one="result" />
          )
        ) : null}
      </p>
      <Results id={listId} groups={groups} chosen={chosen} choose={setChosen} onClose={onClose} />
    </Dialog>
  );
}

const optionId = (listId: string, place: number) => `${listId}-${place}`;

type ResultsProps = {
  id: string;
  groups: readonly HitGroup[];
  /** The chosen option's place among all. */
  chosen: number;
  choose: (place: number) => void;
  onClose: () => void;
};

function Results({ id, groups, chosen, choose, onClose }: ResultsProps) {
  let place = -1;
  const option = ({ label, details, to }: { label: string; details?: string; to: string }) => {
    const own = ++place;
    return (
      <Link
        key={to}
        to={to}
        id={optionId(id, own)}
        role="option"
        aria-selected={own === chosen}
        tabIndex={-1}
        onClick={onClose}
        onMouseMove={() => choose(own)}
        className="block rounded px-2 py-1.5 text-ink no-underline [overflow-wrap:anywhere] aria-selected:bg-sunken aria-selected:text-ink"
      >
        {label}
        {details ? <span className="block text-sm text-ink-2">{details}</span> : null}
      </Link>
    );
  };
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Results"
      className="mt-3 grid h-[min(420px,50vh)] content-start gap-3 overflow-y-auto"
    >
      {groups.map(({ title, hits, all }) => (
        <fieldset key={title} aria-label={title} className="min-w-0">
          <p aria-hidden="true" className="px-2 pb-1 text-xs font-semibold text-ink-3">
            {title}
          </p>
          {hits.map(option)}
          {all.map(option)}
        </fieldset>
      ))}
    </div>
  );
}
