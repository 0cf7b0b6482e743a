/** A select with up to this many choices is left to the browser. */
const fewChoices = 10;

/**
 * Opens selects with many choices as a list with a search (`select-list.ts`, loaded when first
 * needed). The select remains the form's field; without script the browser opens it.
 */
export function searchLongSelects() {
  let pressed: EventTarget | null = null;
  document.addEventListener("mousedown", (event) => {
    const { target } = event;
    if (event.button !== 0 || !isLong(target)) return;
    event.preventDefault();
    target.focus();
    // a second press closes the list
    pressed = document.querySelector("#select-list") ? null : target;
  });
  // only at the click: releasing the button would close a list that opened earlier
  document.addEventListener("click", ({ target }) => {
    if (target === pressed && isLong(target)) openList(target);
    pressed = null;
  });
  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, target } = event;
    const isTyped = key.length === 1 && key !== " ";
    if (ctrlKey || metaKey || !isLong(target)) return;
    if (!isTyped && !["ArrowDown", "ArrowUp", "F4", " "].includes(key)) return;
    event.preventDefault();
    openList(target, isTyped ? key : "");
  });
}

const isLong = (target: EventTarget | null): target is HTMLSelectElement =>
  target instanceof HTMLSelectElement &&
  "showPopover" in target &&
  !target.multiple &&
  !target.disabled &&
  target.options.length > fewChoices;

/** The list that is being loaded, with what was typed since. */
let opening: { select: HTMLSelectElement; searchText: string } | undefined;

async function openList(select: HTMLSelectElement, searchText = "") {
  if (opening?.select === select) {
    opening.searchText += searchText;
    return;
  }
  const request = { select, searchText };
  opening = request;
  const list = await import("./select-list").catch(() => undefined);
  if (opening === request) opening = undefined;
  if (list) list.openSelectList(select, request.searchText);
  else select.showPicker();
}
