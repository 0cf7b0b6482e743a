import { useEffect, useState } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { Icon } from "./icon";

/**
 * Opens when the browser goes offline, and stays with a button to refresh when it is back (UI-3).
 */
export function NoInternet() {
  const [open, setOpen] = useState(false);
  const [online, setOnline] = useState(true);
  useEffect(() => {
    const changed = () => {
      setOnline(navigator.onLine);
      setOpen(true);
    };
    window.addEventListener("offline", changed);
    window.addEventListener("online", changed);
    return () => {
      window.removeEventListener("offline", changed);
      window.removeEventListener("online", changed);
    };
  }, []);
  return open ? <NoInternetDialog online={online} onClose={() => setOpen(false)} /> : null;
}

export function NoInternetDialog({ online, onClose }: { online: boolean; onClose: () => void }) {
  return (
    <Dialog
      title="No internet connection"
      width={450}
      onClose={onClose}
      alert
      actions={
        <Button
          type="button"
          variant={online ? "primary" : "plain"}
          icon="refresh"
          onClick={() => window.location.reload()}
        >
          Refresh
        </Button>
      }
    >
      <div className="flex gap-3 text-ink-2">
        <Icon name="offline" size={24} className="text-ink-3" />
        <p>Please check your internet connection or refresh the page</p>
      </div>
    </Dialog>
  );
}
