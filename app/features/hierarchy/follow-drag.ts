/** What may be dropped where: a zone on a region, a group on a zone, a store on a group. */
const above: Record<string, string> = { zone: "region", group: "zone", store: "group" };

/**
 * Follows one drag over the tree until it ends. `drop` is given the id of the unit on which it was
 * let go: one of the kind above, and not the one that holds it already. Loaded when a first drag
 * begins: moving by form and by ticks is there without.
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
  // this one's end was before this file came, or its row has gone
  tree.addEventListener("dragstart", end, { signal: stop.signal });
}
