import { lazy, Suspense } from "react";
import { useListening } from "./listening";

const ListeningBar = lazy(() => import("./listening-bar"));

/** The small player of the back-office; its code comes with the first press of a play button. */
export function MiniPlayer() {
  const listening = useListening();
  return listening ? (
    <Suspense fallback={null}>
      <ListeningBar {...listening} />
    </Suspense>
  ) : null;
}
