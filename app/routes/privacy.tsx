import type { MetaFunction } from "@remix-run/node";
import { myDataPath } from "~/features/session/paths";
import { PublicPage } from "~/features/session/public-page";
import { privacyTexts } from "~/features/session/texts";
import type { ScriptHandle } from "~/root";
import { ButtonLink } from "~/ui/frame/button";

export const handle: ScriptHandle = { script: false };
export const meta: MetaFunction = () => [
  { title: "Privacy policy · Fever In-Store" },
  { name: "description", content: privacyTexts.description },
];

export default function Privacy() {
  return (
    <PublicPage>
      <article className="mx-auto grid max-w-[680px] gap-4 py-8">
        <h1 className="text-xl font-bold">Privacy policy</h1>
        <p className="text-ink-2">{privacyTexts.lead}</p>
        {privacyTexts.sections.map(({ title, text }) => (
          <section key={title} className="grid gap-1">
            <h2 className="text-lg font-semibold">{title}</h2>
            <p>{text}</p>
          </section>
        ))}
        <div className="flex flex-wrap items-center gap-2 pt-2">
          <ButtonLink to={myDataPath} reloadDocument>
            {privacyTexts.yourData}
          </ButtonLink>
          <ButtonLink to="/contact" reloadDocument>
            {privacyTexts.askUs}
          </ButtonLink>
          <p className="text-sm text-ink-3">{privacyTexts.yourDataHint}</p>
        </div>
      </article>
    </PublicPage>
  );
}
