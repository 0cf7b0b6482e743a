/** Up to so many choices a select is the browser's own. */
const fewChoices = 10;

/**
 * Opens selects of many choices as a list that is searched (`select-list.ts`, which loads when it is
 * first needed). The select stays the form's field; without script the browser opens it.
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
  // at the click: a list that opened before would be closed as the button comes up
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

function openList(select: HTMLSelectElement, typed = "") {
  import("./select-list").then(
    ({ openSelectList }) => openSelectList(select, typed),
    () => select.showPicker(),
  );
}
