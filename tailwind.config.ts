import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";

/**
 * Every colour of the product, once: [light, dark]. Tailwind's names (bg-panel, text-ink-2,
 * fill-music …) point at CSS variables of the same name, so light and dark need no second class.
 * Source: docs/decisions/look.md.
 */
const colours: Record<string, readonly [light: string, dark: string]> = {
  paper: ["#ffffff", "#141018"],
  ground: ["#f6f3f7", "#1b1620"],
  sunken: ["#eee9f0", "#261f2c"],
  line: ["#e2dce5", "#342b3b"],
  "line-strong": ["#877b8e", "#887c91"],
  ink: ["#1d1423", "#f6f2f8"],
  "ink-2": ["#4e4356", "#cbc1d1"],
  "ink-3": ["#6c6175", "#a79bb0"],
  // what is playing now, and nothing else
  fever: ["#c2136b", "#ff74b1"],
  "fever-tint": ["#fde8f2", "#401329"],
  "fever-on-tint": ["#9c0b54", "#ffabd0"],
  ok: ["#0b7048", "#5fd0a0"],
  "ok-tint": ["#e2f4ea", "#123526"],
  warn: ["#855000", "#f0b654"],
  "warn-tint": ["#fcefd6", "#3b2a0d"],
  bad: ["#b3231a", "#ff8f82"],
  "bad-tint": ["#fdeae7", "#451b18"],
  "bad-ink": ["#ffffff", "#2a0806"],
  info: ["#115a9e", "#85c2f6"],
  "info-tint": ["#e4f0fb", "#12304c"],
  // kinds of what stores play
  music: ["#7454c9", "#9d82ea"],
  ad: ["#c07400", "#e09a35"],
  jingle: ["#0c877c", "#2cb3a5"],
  toh: ["#33243f", "#d9cce3"],
  idle: ["#877b8e", "#887c91"],
  // the charts of a day, in the order of its mix, all in music's violet: the letter on each
  // distinguishes them
  "chart-1": ["#bba7e4", "#52408a"],
  "chart-1-ink": ["#1d1423", "#ffffff"],
  "chart-2": ["#6545b4", "#a48fe2"],
  "chart-2-ink": ["#ffffff", "#160f20"],
  "chart-3": ["#ddd2f2", "#382a55"],
  "chart-3-ink": ["#1d1423", "#f6f2f8"],
  "chart-4": ["#3d2283", "#d8ccfa"],
  "chart-4-ink": ["#ffffff", "#160f20"],
  "chart-5": ["#9b81d6", "#7860bd"],
  "chart-5-ink": ["#1d1423", "#ffffff"],
  "chart-6": ["#6c6175", "#a79bb0"],
  "chart-6-ink": ["#ffffff", "#160f20"],
  "chart-ink": ["#ffffff", "#ffffff"],
  // quantities: each step is darker than the last in light, lighter in dark, so that it reads in
  // grey
  q0: ["#f4f0fa", "#221a2e"],
  q1: ["#ddd2f2", "#382a55"],
  q2: ["#bba7e4", "#52408a"],
  q3: ["#9b81d6", "#7860bd"],
  q4: ["#6545b4", "#a48fe2"],
  q5: ["#3d2283", "#d8ccfa"],
  // deviations, from too little (orange) over grey to too much (blue)
  d1: ["#9a4a00", "#ffb066"],
  d2: ["#e0934a", "#cc8237"],
  d3: ["#f7dcc0", "#59371a"],
  d4: ["#f0ebf2", "#2b2431"],
  d5: ["#c3e0e6", "#1b4552"],
  d6: ["#58a3b8", "#26728a"],
  d7: ["#0c5f78", "#7fd3ea"],
};

/** Shadows of floating elements, in dark with a line as well. */
const shades = [
  "0 1px 2px rgb(40 10 50 / 0.08), 0 12px 32px rgb(40 10 50 / 0.16)",
  "0 0 0 1px #3a3042, 0 16px 40px rgb(0 0 0 / 0.6)",
] as const;

const names = Object.keys(colours);
const variables = (side: 0 | 1) => ({
  "--shade": shades[side],
  ...Object.fromEntries(names.map((name) => [`--${name}`, colours[name]?.[side] ?? ""])),
});
const v = (name: string) => `var(--${name})`;

export default {
  content: [
    "./app/**/*.{ts,tsx}",
    // only what a chart of Tremor uses: all of it would add 27 KB
    "./node_modules/@tremor/react/dist/components/{chart-elements,text-elements}/**/*.js",
    "./node_modules/@tremor/react/dist/lib/**/*.js",
  ],
  safelist: [{ pattern: /^(bg|text|border|stroke|fill)-(music|ad|jingle|toh|info|idle|line)$/ }],
  theme: {
    colors: {
      transparent: "transparent",
      current: "currentColor",
      ...Object.fromEntries(names.map((name) => [name, v(name)])),
      tremor: {
        brand: {
          faint: v("sunken"),
          muted: v("sunken"),
          subtle: v("q3"),
          DEFAULT: v("q4"),
          emphasis: v("q5"),
          inverted: v("paper"),
        },
        background: {
          muted: v("sunken"),
          subtle: v("sunken"),
          DEFAULT: v("paper"),
          emphasis: v("ink-2"),
        },
        border: { DEFAULT: v("line") },
        ring: { DEFAULT: v("line") },
        content: {
          subtle: v("ink-3"),
          DEFAULT: v("ink-2"),
          emphasis: v("ink"),
          strong: v("ink"),
          inverted: v("paper"),
        },
      },
    },
    screens: { md: "761px", lg: "1100px" },
    fontFamily: {
      sans: ["var(--text-face)"],
      mono: ["ui-monospace", "Consolas", "monospace"],
    },
    fontSize: {
      xs: ["12px", "16px"],
      sm: ["13px", "18px"],
      base: ["14px", "20px"],
      lg: ["17px", "22px"],
      xl: ["22px", "28px"],
      "2xl": ["29px", "33px"],
      "3xl": ["44px", "46px"],
      "tremor-label": ["12px", "16px"],
      "tremor-default": ["14px", "20px"],
      "tremor-title": ["17px", "22px"],
      "tremor-metric": ["29px", "33px"],
    },
    fontWeight: { normal: "400", medium: "580", semibold: "620", bold: "680" },
    borderRadius: {
      none: "0",
      sm: "3px",
      DEFAULT: "6px",
      lg: "8px",
      xl: "12px",
      full: "9999px",
      "tremor-small": "3px",
      "tremor-default": "8px",
      "tremor-full": "9999px",
    },
    extend: {
      boxShadow: {
        raised: "var(--shade)",
        "tremor-dropdown": "var(--shade)",
      },
      maxWidth: { page: "1320px", form: "720px" },
    },
  },
  plugins: [
    plugin(({ addBase, addVariant }) => {
      addBase({
        ":root": { colorScheme: "light dark", ...variables(0) },
        // not in print, because paper is white in either theme
        "@media screen and (prefers-color-scheme: dark)": { ":root": variables(1) },
        // the person's own choice overrides the system's
        ':root[data-theme="light"]': { colorScheme: "light", ...variables(0) },
        "@media screen": { ':root[data-theme="dark"]': { colorScheme: "dark", ...variables(1) } },
      });
      // true before the first paint if the page has a script and the browser runs it, so nothing
      // jumps on hydration
      addVariant("scripted", "@media (scripting: enabled) { html[data-script] & }");
      addVariant("touch", "@media (pointer: coarse)");
    }),
  ],
} satisfies Config;
