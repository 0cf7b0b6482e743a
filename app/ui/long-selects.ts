/** Up to so many choices a select is the browser's own. */
const fewChoices = 10;

/**
 * Opens selects of many choices as a list that is searched (`select-list.ts`, which loads when it is
 * first needed). The select stays the form's field; without script the browser opens it.
 */
export function searchLongSelects() {
  document.addEventListener("mousedown", (event) => {
    if (event.button === 0) openInstead(event);
  });
  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey } = event;
    if (ctrlKey || metaKey) return;
    if (["ArrowDown", "ArrowUp", "F4", " "].includes(key)) openInstead(event);
    else if (key.length === 1) openInstead(event, key);
  });
}

function openInstead(event: Event, typed = "") {
  const select = event.target;
  if (!(select instanceof HTMLSelectElement) || !select.showPopover) return;
  if (select.multiple || select.disabled || select.options.length <= fewChoices) return;
  event.preventDefault();
  select.focus();
  import("./select-list").then(
    ({ openSelectList }) => openSelectList(select, typed),
    () => select.showPicker(),
  );
}
