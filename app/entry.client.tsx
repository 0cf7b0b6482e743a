import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { replayEarlyChanges } from "./ui/early-changes";
import { searchLongSelects } from "./ui/long-selects";

await dataDecoded();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Page />
    </StrictMode>,
  );
});

/**
 * Remix suspends until the page's data is decoded. A click in that moment would make React fail
 * (error 345), so React starts after it.
 */
async function dataDecoded() {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

function Page() {
  useEffect(() => {
    replayEarlyChanges();
    searchLongSelects();
  }, []);
  return <RemixBrowser />;
}

if (document.readyState === "complete") whenIdle(loadHelpDesk);
else window.addEventListener("load", () => whenIdle(loadHelpDesk), { once: true });

function whenIdle(run: () => void) {
  if ("requestIdleCallback" in window) window.requestIdleCallback(run, { timeout: 5_000 });
  else setTimeout(run, 1_000);
}

/**
 * Loads the help-desk widget named in the page's head, with the signed-in user's email as identity;
 * none named, nothing loads (UI-7).
 */
function loadHelpDesk() {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="help-desk"]');
  if (!meta) return;
  const script = document.createElement("script");
  script.src = meta.content;
  script.async = true;
  script.dataset.email = meta.dataset.email;
  script.nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
  document.body.append(script);
}
