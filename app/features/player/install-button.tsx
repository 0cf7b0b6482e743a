import { useEffect, useState } from "react";
import { Button } from "~/ui/frame/button";

/** Chromium hands it over where the page can be installed; the types of the DOM do not know it. */
type InstallEvent = Event & { prompt(): Promise<unknown> };
declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallEvent;
  }
}

/** Installs the player as an app; shown where the browser offers it (public/player.webmanifest). */
export function InstallButton() {
  const [offer, setOffer] = useState<InstallEvent | null>(null);
  useEffect(() => {
    const keep = (event: InstallEvent) => {
      event.preventDefault();
      setOffer(event);
    };
    const done = () => setOffer(null);
    window.addEventListener("beforeinstallprompt", keep);
    window.addEventListener("appinstalled", done);
    return () => {
      window.removeEventListener("beforeinstallprompt", keep);
      window.removeEventListener("appinstalled", done);
    };
  }, []);
  if (!offer) return null;
  return (
    <Button
      type="button"
      small
      icon="download"
      // an offer can be taken once
      onClick={() => void offer.prompt().finally(() => setOffer(null))}
    >
      Install as an app
    </Button>
  );
}
