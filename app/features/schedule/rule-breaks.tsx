import { useFigures } from "~/ui/frame/figures";
import { TextLink } from "~/ui/frame/text-link";
import type { BreakCause } from "./break-causes";
import { breakTexts } from "./texts";

/**
 * Shows what a person should see before publishing: why songs break rules and why the day pauses,
 * with advice.
 */
export function RuleBreaks({
  title,
  stores,
  causes,
}: {
  title: string;
  stores: string[];
  causes: BreakCause[];
}) {
  if (causes.length + stores.length === 0) return null;
  return (
    <section className="mb-4 rounded-lg bg-warn-tint px-4 py-3" aria-labelledby="rule-breaks">
      <h2 id="rule-breaks" className="mb-2 font-semibold text-warn">
        {title || breakTexts.inStores}
      </h2>
      {stores.length > 0 ? (
        <ul className="mb-3 grid gap-1">
          {stores.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      ) : null}
      <ul className="grid gap-3">
        {causes.map(({ key, title: cause, advice, places }) => (
          <li key={key}>
            {cause === title ? null : (
              <h3 className="font-semibold [overflow-wrap:anywhere]">{cause}</h3>
            )}
            {advice ? <p className="text-ink-2">{advice}</p> : null}
            <Places places={places} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const mostListed = 3;

/** Lists the places where it happens; folds all but the first. */
function Places({ places }: Pick<BreakCause, "places">) {
  const { counted } = useFigures();
  if (places.length <= mostListed) return <PlaceList places={places} />;
  return (
    <details>
      <summary className="w-fit rounded-sm py-1 text-sm text-ink-2 underline underline-offset-2 hover:no-underline">
        {breakTexts.all(counted(places.length, "time"))}
      </summary>
      <PlaceList places={places} />
    </details>
  );
}

function PlaceList({ places }: Pick<BreakCause, "places">) {
  return (
    <ul className="grid gap-x-6 gap-y-1 text-sm md:grid-cols-2 xl:grid-cols-3">
      {places.map(({ key, time, title, to }) => (
        <li key={key}>
          <span className="tabular-nums text-ink-2">{time} </span>
          {to ? <TextLink to={to}>{title}</TextLink> : title}
        </li>
      ))}
    </ul>
  );
}
