import { useEffect, useState } from "react";
import { useHydrated } from "~/ui/frame/hydrated";
import { Table } from "~/ui/frame/table";
import { areOn, turn } from "./switched";
import { shortcutsTexts } from "./texts";

type Pages = readonly { label: string; to: string; letter?: string }[];
type Shortcut = { keys: string[]; does: string };

const general: Shortcut[] = [
  { keys: ["?"], does: "Show these shortcuts" },
  { keys: ["/"], does: "Search everywhere" },
  { keys: ["Ctrl", "K"], does: "Search while you type" },
  { keys: ["Ctrl", "Z"], does: shortcutsTexts.undo },
  { keys: ["Esc"], does: "Close a dialog" },
];

/**
 * Lists the keys for a person's menu, with the switch for those that are a single character (WCAG
 * 2.1.4).
 */
export function ShortcutList({ pages }: { pages: Pages }) {
  const rows = [
    ...general,
    ...pages.flatMap(({ label, letter }) =>
      letter ? [{ keys: ["G", letter.toUpperCase()], does: `Go to ${label}` }] : [],
    ),
  ];
  return (
    <>
      <p className="mb-3 text-ink-2 scripted:hidden">{shortcutsTexts.needScript}</p>
      <Switch />
      <Table
        caption="Keyboard shortcuts"
        rows={rows}
        rowKey={(row) => row.does}
        columns={[
          { key: "does", header: "What it does", cell: ({ does }) => does },
          { key: "keys", header: "Keys", card: "aside", cell: (row) => <Keys {...row} /> },
        ]}
      />
    </>
  );
}

const Keys = ({ keys }: Shortcut) => (
  <span className="whitespace-nowrap">
    {keys.map((key, place) => (
      <span key={key}>
        {place > 0 ? (
          <span className="text-ink-3">{keys[0] === "G" ? " then " : " + "}</span>
        ) : null}
        <kbd className="rounded border border-line bg-sunken px-1.5 font-sans">{key}</kbd>
      </span>
    ))}
  </span>
);

function Switch() {
  const hydrated = useHydrated();
  const [isOn, setIsOn] = useState(true);
  useEffect(() => setIsOn(areOn()), []);
  const change = (on: boolean) => {
    turn(on);
    setIsOn(on);
  };
  return (
    <div className="mb-4 hidden scripted:block">
      <label className="flex min-h-[36px] items-center gap-2 font-medium">
        <input
          type="checkbox"
          className="tick"
          checked={isOn}
          disabled={!hydrated}
          onChange={({ target }) => change(target.checked)}
          aria-describedby="single-keys"
        />
        Single-key shortcuts
      </label>
      <p id="single-keys" className="text-sm text-ink-3">
        {shortcutsTexts.switchHint}
      </p>
    </div>
  );
}
