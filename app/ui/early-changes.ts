/**
 * Reports to the page's listeners what people changed in fields before its script ran, or what the
 * browser restored. Only texts that a component follows letter by letter (`onChange` of a
 * search box) wait for the next letter.
 */
export function replayEarlyChanges() {
  for (const field of document.querySelectorAll<Field>("input, select, textarea")) {
    if (!isChanged(field)) continue;
    if (field.type === "checkbox") {
      field.click(); // React notices a tick only when it changes
      field.click();
    } else
      for (const type of ["input", "change"])
        field.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** True if a field differs from the value that the page came with. */
function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const initial =
      [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0];
    return initial !== undefined && !initial.selected;
  }
  if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio"))
    return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}
