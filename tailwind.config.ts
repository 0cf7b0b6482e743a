import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";

/**
 * Every colour of the product, once: [light, dark]. Tailwind's names (bg-panel, text-ink-2,
 * fill-music …) point at CSS variables of the same name, so light and dark need no second class.
 * Source: look/look.css.
 */
const colours: Record<string, readonly [light: string, dark: string]> = {
  ground: ["#f6f6f8", "#131318"],
  panel: ["#ffffff", "#1b1b22"],
  sunken: ["#f1f1f4", "#23232c"],
  line: ["#e3e3e9", "#2f2f3a"],
  "line-strong": ["#8b8b99", "#7d7d8c"],
  ink: ["#18181f", "#f2f2f6"],
  "ink-2": ["#4b4b58", "#c3c3cf"],
  "ink-3": ["#696977", "#9d9dac"],
  brand: ["#5b3fd6", "#8d78f5"],
  "brand-strong": ["#4a30bd", "#a08dfa"],
  "brand-ink": ["#ffffff", "#14101f"],
  "brand-tint": ["#efecfd", "#2a2547"],
  "brand-on-tint": ["#4429b8", "#c6bcff"],
  ok: ["#0d7a4f", "#58c99a"],
  "ok-tint": ["#e3f5ec", "#15352a"],
  warn: ["#8f5600", "#e9b25c"],
  "warn-tint": ["#fdf1dc", "#3a2c12"],
  bad: ["#b3261e", "#ff8d85"],
  "bad-tint": ["#fdeceb", "#421c1a"],
  "bad-ink": ["#ffffff", "#2a0d0b"],
  idle: ["#5c5c6b", "#a9a9b7"],
  "idle-tint": ["#ededf1", "#2b2b35"],
  info: ["#0b63a8", "#79bdf2"],
  "info-tint": ["#e4f1fb", "#14304a"],
  // what plays: the same in light and dark, so that a song is the same violet everywhere
  music: ["#7c6ee6", "#7c6ee6"],
  ad: ["#d98a1f", "#d98a1f"],
  jingle: ["#159a8c", "#159a8c"],
  toh: ["#d1496b", "#d1496b"],
  // charts of a day, in the order of its mix: a letter stands on each, since no six colours are told
  // apart by everybody
  "chart-1": ["#6a58d6", "#6a58d6"],
  "chart-2": ["#2f6fbd", "#2f6fbd"],
  "chart-3": ["#4f7a28", "#4f7a28"],
  "chart-4": ["#8a4a9e", "#8a4a9e"],
  "chart-5": ["#7a5a3a", "#7a5a3a"],
  "chart-6": ["#5f6b80", "#5f6b80"],
  "chart-ink": ["#ffffff", "#ffffff"],
  // heat map: each step is darker than the last in light, lighter in dark, so that it also reads in
  // grey
  "heat-1": ["#ece8fd", "#26223f"],
  "heat-2": ["#d3cbfa", "#3a3366"],
  "heat-3": ["#b0a3f4", "#574c99"],
  "heat-4": ["#5b3fd6", "#a08dfa"],
  "heat-5": ["#3a2396", "#d6cffd"],
};

const names = Object.keys(colours);
const variables = (side: 0 | 1) =>
  Object.fromEntries(names.map((name) => [`--${name}`, colours[name]?.[side] ?? ""]));
const v = (name: string) => `var(--${name})`;

export default {
  content: [
    "./app/**/*.{ts,tsx}",
    // of Tremor only what a chart draws: all of it would be 27 KB more
    "./node_modules/@tremor/react/dist/components/{chart-elements,text-elements}/**/*.js",
    "./node_modules/@tremor/react/dist/lib/**/*.js",
  ],
  safelist: [{ pattern: /^(bg|text|border|stroke|fill)-(music|ad|jingle|toh|info|idle)$/ }],
  theme: {
    colors: {
      transparent: "transparent",
      current: "currentColor",
      ...Object.fromEntries(names.map((name) => [name, v(name)])),
      tremor: {
        brand: {
          faint: v("brand-tint"),
          muted: v("brand-tint"),
          subtle: v("brand"),
          DEFAULT: v("brand"),
          emphasis: v("brand-strong"),
          inverted: v("brand-ink"),
        },
        background: {
          muted: v("sunken"),
          subtle: v("sunken"),
          DEFAULT: v("panel"),
          emphasis: v("ink-2"),
        },
        border: { DEFAULT: v("line") },
        ring: { DEFAULT: v("line") },
        content: {
          subtle: v("ink-3"),
          DEFAULT: v("ink-2"),
          emphasis: v("ink"),
          strong: v("ink"),
          inverted: v("panel"),
        },
      },
    },
    screens: { md: "761px", lg: "1100px" },
    fontFamily: {
      sans: ["system-ui", "-apple-system", '"Segoe UI"', "Roboto", '"Noto Sans"', "sans-serif"],
      mono: ["ui-monospace", "Consolas", "monospace"],
    },
    fontSize: {
      xs: ["12px", "16px"],
      sm: ["13px", "18px"],
      base: ["14px", "20px"],
      lg: ["16px", "24px"],
      xl: ["22px", "28px"],
      "2xl": ["32px", "40px"],
      "tremor-label": ["12px", "16px"],
      "tremor-default": ["14px", "20px"],
      "tremor-title": ["16px", "24px"],
      "tremor-metric": ["22px", "28px"],
    },
    fontWeight: { normal: "400", medium: "550", semibold: "600", bold: "650" },
    borderRadius: {
      none: "0",
      sm: "4px",
      DEFAULT: "6px",
      lg: "8px",
      xl: "12px",
      full: "9999px",
      "tremor-small": "4px",
      "tremor-default": "8px",
      "tremor-full": "9999px",
    },
    extend: {
      boxShadow: {
        raised: "0 1px 2px rgb(0 0 0 / 0.06), 0 8px 24px rgb(0 0 0 / 0.14)",
        "tremor-dropdown": "0 1px 2px rgb(0 0 0 / 0.06), 0 8px 24px rgb(0 0 0 / 0.14)",
      },
      maxWidth: { page: "1360px", form: "720px" },
    },
  },
  plugins: [
    plugin(({ addBase, addVariant }) => {
      addBase({
        ":root": { colorScheme: "light dark", ...variables(0) },
        // never on paper, which is white whatever the screen is
        "@media screen and (prefers-color-scheme: dark)": { ":root": variables(1) },
        // the person's own choice stands above the system's
        ':root[data-theme="light"]': { colorScheme: "light", ...variables(0) },
        "@media screen": { ':root[data-theme="dark"]': { colorScheme: "dark", ...variables(1) } },
      });
      // true before the first paint where the page has a script and the browser runs it, so that nothing
      // jumps on hydration
      addVariant("scripted", "@media (scripting: enabled) { html[data-script] & }");
    }),
  ],
} satisfies Config;
