/** Maps a dragged kind to the kind it may be dropped on. */
const above: Record<string, string> = { zone: "region", group: "zone", store: "group" };

/**
 * Follows one drag over the tree until it ends. Calls `drop` with the id of the unit it ended on: a
 * unit of the kind above that does not hold the dragged one yet. Loaded with the first drag, as
 * units also move by form and stores by ticks.
 */
export function followDrag(
  tree: HTMLElement,
  source: HTMLElement,
  kind: string,
  drop: (onto: string) => void,
) {
  const stop = new AbortController();
  const unitAt = ({ target }: Event) => {
    const unit =
      target instanceof Element
        ? target.closest<HTMLElement>(`[data-unit="${above[kind]}"]`)
        : null;
    return unit?.contains(source) ? null : unit;
  };
  const mark = (over?: HTMLElement | null) => {
    for (const unit of tree.querySelectorAll<HTMLElement>("[data-over]"))
      if (unit !== over) delete unit.dataset.over;
    if (over) over.dataset.over = "";
  };
  const end = () => {
    mark();
    stop.abort();
  };
  const listen = (type: "dragover" | "drop", act: (unit: HTMLElement) => void) =>
    tree.addEventListener(
      type,
      (event) => {
        const unit = unitAt(event);
        mark(unit);
        if (!unit) return;
        event.preventDefault();
        act(unit);
      },
      { signal: stop.signal },
    );
  listen("dragover", () => {});
  listen("drop", (unit) => {
    end();
    drop(unit.id);
  });
  source.addEventListener("dragend", end, { signal: stop.signal });
  // the end of this drag is missed if it came before this file loaded, or if its row is gone
  tree.addEventListener("dragstart", end, { signal: stop.signal });
}
