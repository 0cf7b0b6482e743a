import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadLinkedReport } from "~/features/reports/linked-report.server";
import { linkedReportTexts as texts } from "~/features/reports/recipient-texts";
import type { ScriptHandle } from "~/root";
import { ButtonLink } from "~/ui/frame/button";
import { Logo } from "~/ui/frame/logo";
import { Facts } from "~/ui/frame/panel";

export const handle: ScriptHandle = { script: false };
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.name} · ${data.company}` : texts.dead },
  { name: "robots", content: "noindex" },
];

export const loader = (args: LoaderFunctionArgs) => loadLinkedReport(args);

export default function SharedReport() {
  const linked = useLoaderData<typeof loader>();
  if (!linked)
    return (
      <main id="main" className="mx-auto grid max-w-[560px] gap-2 px-4 py-16">
        <h1 className="text-xl font-bold">{texts.dead}</h1>
        <p className="text-ink-2">{texts.deadHint}</p>
      </main>
    );
  const { name, company, report, days, sentBy, file, download, expires } = linked;
  return (
    <main id="main" className="mx-auto max-w-[640px] px-4 py-6 md:px-8 md:py-10">
      <header className="mb-6 border-b-2 border-ink pb-4">
        <b className="text-lg [overflow-wrap:anywhere]">{company}</b>
      </header>
      <h1 className="text-2xl font-bold tracking-tight [overflow-wrap:anywhere]">{name}</h1>
      <p className="mb-6 mt-1 text-ink-2 [overflow-wrap:anywhere]">{sentBy}</p>
      <Facts
        facts={[
          { term: "Report", value: report },
          ...(days ? [{ term: "Days", value: days }] : []),
          { term: "File", value: file },
        ]}
      />
      <p className="mt-6">
        <ButtonLink to={download} variant="primary" icon="download" rel="nofollow" reloadDocument>
          Download
        </ButtonLink>
      </p>
      <footer className="mt-6 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4 text-sm text-ink-3">
        <span>{expires}</span>
        <Logo />
      </footer>
    </main>
  );
}
