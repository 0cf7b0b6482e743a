import { Scripts } from "@remix-run/react";

/** The page's script elements. The server alone writes them; the browser leaves what it finds, and so needs none of the code that writes them. */
export function PageScripts({ nonce }: { nonce?: string }) {
  if (import.meta.env.SSR)
    return (
      <div hidden>
        <Scripts nonce={nonce} />
      </div>
    );
  // biome-ignore lint/security/noDangerouslySetInnerHtml: says that what is inside is not React's to look at; nothing is set
  return <div hidden suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />;
}
