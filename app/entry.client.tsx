import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});

if (document.readyState === "complete") whenIdle(loadHelpDesk);
else window.addEventListener("load", () => whenIdle(loadHelpDesk), { once: true });

function whenIdle(run: () => void) {
  if ("requestIdleCallback" in window) window.requestIdleCallback(run, { timeout: 5_000 });
  else setTimeout(run, 1_000);
}

/** Loads the help-desk widget named in the page's head, with the signed-in user's email as identity; none named, nothing loads (UI-7). */
function loadHelpDesk() {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="help-desk"]');
  if (!meta) return;
  const script = document.createElement("script");
  script.src = meta.content;
  script.async = true;
  script.dataset.email = meta.dataset.email;
  script.nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  document.body.append(script);
}
