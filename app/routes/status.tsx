import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { showInstant } from "#contract/base/dates";
import { serviceStatus } from "#contract/status/endpoints";
import { PublicPage } from "~/features/session/public-page";
import { statusTexts } from "~/features/status/texts";
import { apiFor } from "~/lib/api/platform.server";
import { ApiFailure } from "~/lib/api/refusals.server";
import type { ScriptHandle } from "~/root";
import { Pill } from "~/ui/frame/pill";

export const handle: ScriptHandle = { script: false };
export const meta: MetaFunction = () => [
  { title: "Status · Fever In-Store" },
  { name: "description", content: statusTexts.description },
];

type Line = {
  part: keyof typeof statusTexts.parts;
  state: keyof typeof statusTexts.states;
  since?: { at: string; words: string } | undefined;
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const web: Line = { part: "web", state: "operational" };
  try {
    const { data } = await apiFor(context, request).call(serviceStatus, {});
    return {
      lines: [
        web,
        ...data.parts.map(
          ({ part, state, since }): Line => ({
            part,
            state,
            since: inWords(since),
          }),
        ),
      ],
    };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const api: Line = { part: "api", state: "degraded" };
    return { lines: [web, api] };
  }
}

const inWords = (at: string | undefined) =>
  at ? { at, words: showInstant(new Date(at), "UTC") } : undefined;

const tones = { operational: "ok", "read only": "warn", degraded: "bad" } as const;

function summaryOf(lines: readonly Pick<Line, "state">[]): string {
  if (lines.some(({ state }) => state === "degraded")) return statusTexts.degraded;
  if (lines.some(({ state }) => state === "read only")) return statusTexts.readOnly;
  return statusTexts.well;
}

export default function Status() {
  const { lines } = useLoaderData<typeof loader>();
  return (
    <PublicPage>
      <article className="mx-auto grid max-w-[680px] gap-4 py-8">
        <h1 className="text-xl font-bold">Status</h1>
        <p>{summaryOf(lines)}</p>
        <ul className="grid gap-0 border-t border-line">
          {lines.map(({ part, state, since }) => (
            <li
              key={part}
              className="flex items-center justify-between gap-3 border-b border-line py-3"
            >
              <span>
                <span className="block font-medium">{statusTexts.parts[part]}</span>
                {since && (
                  <span className="block text-sm text-ink-2">
                    Since <time dateTime={since.at}>{since.words}</time>
                  </span>
                )}
              </span>
              <Pill tone={tones[state]}>{statusTexts.states[state]}</Pill>
            </li>
          ))}
        </ul>
        <p className="text-sm text-ink-2">{statusTexts.hint}</p>
      </article>
    </PublicPage>
  );
}
