import { Facts, Panel } from "~/ui/frame/panel";
import type { CheckWords } from "./rule-check-words";
import { ruleCheckTexts } from "./rule-texts";

/**
 * Shows whether there are enough songs for the rule in every country. Null if there is no rule to
 * check.
 */
export function RuleCheckPanel({ check }: { check: CheckWords | null }) {
  return (
    <Panel title="Rule check">
      <div role="status">
        <Verdict check={check} />
      </div>
      {check && check.countries.length > 0 ? (
        <details className="mt-2">
          <summary className="w-fit rounded-sm py-1 text-ink-2 underline underline-offset-2 hover:no-underline">
            Show figures
          </summary>
          {check.countries.map(({ title, lines }) => (
            <section key={title} className="mt-3">
              <h3 className="font-semibold">{title}</h3>
              <div className="mt-1 grid gap-3 md:grid-cols-2">
                {lines.map(({ name, facts }) => (
                  <div key={name} className="min-w-0">
                    <p className="[overflow-wrap:anywhere]">{name}</p>
                    <Facts facts={facts} />
                  </div>
                ))}
              </div>
            </section>
          ))}
        </details>
      ) : null}
    </Panel>
  );
}

function Verdict({ check }: { check: CheckWords | null }) {
  if (!check) return <p className="text-ink-2">{ruleCheckTexts.waits}</p>;
  if (check.countries.length === 0) return <p className="text-ink-2">{ruleCheckTexts.noStore}</p>;
  if (check.warnings.length === 0)
    return <p className="font-medium text-ok">{ruleCheckTexts.enough}</p>;
  return (
    <ul className="grid gap-2 border-l-4 border-warn pl-3">
      {check.warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  );
}
