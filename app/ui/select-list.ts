import { foldText } from "#contract/base/fold-text";

/** Shows a select's choices in a list below it, with a search (WAI-ARIA's combobox). */
export function openSelectList(select: HTMLSelectElement, searchText: string) {
  if (!select.isConnected || document.querySelector("#select-list")) return;
  const { box, search, list, count, options } = buildList(select);
  let rows = options;
  let active = -1;

  function activate(at: number) {
    rows[active]?.option.removeAttribute("data-active");
    active = Math.max(0, Math.min(at, rows.length - 1));
    const option = rows[active]?.option;
    option?.setAttribute("data-active", "");
    option?.scrollIntoView({ block: "nearest" });
    search.setAttribute("aria-activedescendant", option?.id ?? "");
  }

  /** Lists the choices that contain the words, those that begin with them first. */
  function narrow() {
    const words = foldText(search.value.trim());
    rows[active]?.option.removeAttribute("data-active");
    const hits = options.filter(({ text }) => text.includes(words));
    rows = words
      ? [true, false].flatMap((begins) =>
          hits.filter(({ text }) => text.startsWith(words) === begins),
        )
      : options;
    list.replaceChildren(...rows.map(({ option }) => option));
    count.textContent = rows.length ? `${rows.length} of ${options.length}` : "No match";
    activate(words ? 0 : options.findIndex(({ choice }) => choice.selected));
  }

  function choose(pick: (typeof options)[number] | undefined) {
    if (!pick || pick.choice.disabled) return;
    box.hidePopover();
    if (pick.choice.selected) return;
    select.selectedIndex = pick.choice.index;
    for (const type of ["input", "change"])
      select.dispatchEvent(new Event(type, { bubbles: true }));
  }

  const steps: Record<string, () => number> = {
    ArrowDown: () => (active + 1) % rows.length,
    ArrowUp: () => (active - 1 + rows.length) % rows.length,
    PageDown: () => active + 8,
    PageUp: () => active - 8,
  };
  search.addEventListener("input", narrow);
  search.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    if (event.key === "Tab") return box.hidePopover();
    if (event.isComposing || (!step && event.key !== "Enter")) return;
    event.preventDefault();
    if (step) activate(step());
    else choose(rows[active]);
  });
  const optionAt = (target: EventTarget | null) => options.find(({ option }) => option === target);
  let pressed: (typeof options)[number] | undefined;
  list.addEventListener("mousedown", (event) => {
    event.preventDefault();
    pressed = optionAt(event.target);
  });
  // a list that still scrolls under the pointer gets the click itself: the pressed choice counts
  list.addEventListener("click", ({ target }) => choose(optionAt(target) ?? pressed));
  box.addEventListener("toggle", (event) => {
    if ((event as ToggleEvent).newState === "closed") box.remove();
  });

  box.append(search, list, count);
  (select.closest("dialog[open], [popover], main") ?? document.body).append(box);
  (box as PopoverWithSource).showPopover({ source: select });
  search.value = searchText;
  search.focus({ preventScroll: true });
  narrow();
}

/** Makes the elements of the list, and an option for each choice of the select. */
function buildList(select: HTMLSelectElement) {
  const label = select.labels?.[0]?.textContent?.trim() || select.ariaLabel || "Choices";
  const box = element("div", { id: "select-list", popover: "auto", class: "popover select-list" });
  const search = element("input", {
    type: "search",
    role: "combobox",
    "aria-label": `Search ${label}`,
    "aria-expanded": "true",
    "aria-controls": "select-list-options",
    "aria-autocomplete": "list",
    placeholder: "Type to narrow the list",
    autocomplete: "off",
    spellcheck: "false",
    class: "control",
  });
  const list = element("ul", { id: "select-list-options", role: "listbox", "aria-label": label });
  const count = element("p", { role: "status", class: "sr-only" });
  const options = [...select.options].map((choice, index) => {
    const option = element("li", { role: "option", id: `select-list-${index}` });
    option.textContent = choice.label;
    option.ariaSelected = String(choice.selected);
    option.ariaDisabled = choice.disabled ? "true" : null;
    return { choice, option, text: foldText(choice.label) };
  });
  return { box, search, list, count, options };
}

/** TypeScript does not know yet that a popover can be anchored to its source. */
type PopoverWithSource = { showPopover(options: { source: HTMLElement }): void };

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
): HTMLElementTagNameMap[Name] {
  const node = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) node.setAttribute(attribute, value);
  return node;
}
