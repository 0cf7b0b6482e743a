/** The keyboard shortcuts: their page, and the dialog that "?" opens. */
export const shortcutsTexts = {
  lead: "Keys that save you reaching for the mouse. They do nothing while you type in a field.",
  needScript:
    "Shortcuts need JavaScript. Without it, everything they do is in the menu and on the pages.",
  undo: "Undo, while a message offers it",
  switchHint:
    "Turn them off if you use speech input, or if you keep pressing keys by accident. Applies to this browser. Shortcuts with Ctrl always work.",
};
