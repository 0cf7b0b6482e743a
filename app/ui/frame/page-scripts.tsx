import { Scripts } from "@remix-run/react";

/**
 * Starts the page's script after the page was painted, so that neither its bytes nor its work
 * delay what people read; a page in the background starts after a second. The modules run one by
 * one, so that no task is long, and Remix's own starts come last.
 */
const startAfterPaint = `(({ previousElementSibling: template, parentElement: here }) => {
  const parts = document.importNode(template.content, true);
  const modules = [...parts.querySelectorAll("link, script[type=module]")];
  for (const part of modules) part.remove();
  here.append(parts);
  let isStarted = false;
  const start = async () => {
    if (isStarted) return;
    isStarted = true;
    const links = modules.filter(({ rel }) => rel === "modulepreload");
    here.append(...links);
    for (const { href } of links.filter(({ href }) => !href.includes("/entry.client"))) {
      await import(href);
      await new Promise((resolve) => setTimeout(resolve));
    }
    here.append(...modules.filter((part) => !links.includes(part)));
  };
  requestAnimationFrame(() => setTimeout(start));
  setTimeout(start, 1000);
})(document.currentScript)`;

/**
 * The page's script elements. Only the server renders them; the browser leaves them alone, and so
 * needs no code to render them.
 */
export function PageScripts({ nonce }: { nonce?: string }) {
  if (import.meta.env.SSR)
    return (
      <div hidden>
        <template>
          <Scripts nonce={nonce} />
        </template>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the text above, which nothing is put into */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: startAfterPaint }} />
      </div>
    );
  // biome-ignore lint/security/noDangerouslySetInnerHtml: says that what is inside is not React's to look at; nothing is set
  return <div hidden suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />;
}
