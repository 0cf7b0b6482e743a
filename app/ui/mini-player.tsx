import { lazy, Suspense } from "react";
import { useListening } from "./listening";

const ListeningBar = lazy(() => import("./listening-bar"));

/** The small player of the back office; its code loads when a play button is first pressed. */
export function MiniPlayer() {
  const listening = useListening();
  return listening ? (
    <Suspense fallback={null}>
      <ListeningBar {...listening} />
    </Suspense>
  ) : null;
}
