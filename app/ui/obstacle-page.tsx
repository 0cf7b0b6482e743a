import { ButtonLink } from "./frame/button";
import { ConfirmLink, type ConfirmLinkData } from "./frame/confirm";
import { type Crumb, PageHead } from "./frame/page-head";
import { Panel } from "./frame/panel";
import { TextLink } from "./frame/text-link";
import { Refused, type RefusedProps } from "./refused";

/** The reasons why an action cannot be confirmed, and what the person can do instead. */
export type Obstacle = {
  crumbs: Crumb[];
  /** 'Rock can not be deleted' */
  title: string;
  parts: {
    text: string;
    lines?: { text: string; to?: string | null | undefined }[];
    more?: { label: string; to: string };
  }[];
  /** The links to what the person can do; the first is the recommended one. */
  ways: ({ label: string; to: string; primary?: boolean } | ConfirmLinkData)[];
};

/** Replaces a ConfirmPage while the person cannot confirm its question. */
export function ObstaclePage({ crumbs, title, parts, ways, result }: Obstacle & RefusedProps) {
  return (
    <div className="max-w-form">
      <PageHead crumbs={crumbs} title={title} />
      <Refused result={result} />
      {parts.length > 0 ? (
        <Panel>
          <div className="grid gap-3">
            {parts.map(({ text, lines = [], more }) => (
              <div key={text}>
                <p>
                  {text} {more ? <TextLink to={more.to}>{more.label}</TextLink> : null}
                </p>
                {lines.length > 0 ? (
                  <ul className="mt-1 list-disc ps-5">
                    {lines.map((line) => (
                      <li key={line.to ?? line.text}>
                        {line.to ? <TextLink to={line.to}>{line.text}</TextLink> : line.text}
                      </li>
                    ))}
                  </ul>
                ) : null}
              </div>
            ))}
          </div>
        </Panel>
      ) : null}
      <p className="flex flex-wrap gap-2">
        {ways.map((way) =>
          "confirmLabel" in way ? (
            <ConfirmLink key={way.to} {...way} variant="plain" />
          ) : (
            <ButtonLink key={way.to} to={way.to} variant={way.primary ? "primary" : "plain"}>
              {way.label}
            </ButtonLink>
          ),
        )}
      </p>
    </div>
  );
}
