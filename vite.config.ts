import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixConfig from "./remix.config.js";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

const here = (path: string) => new URL(path, import.meta.url).pathname;

export default defineConfig({
  plugins: [remix(remixConfig)],
  resolve: { alias: { "~": here("./app"), "#contract": here("./contract"), "#platform": here("./platform") } },
  build: {
    target: "es2022",
    assetsInlineLimit: 0, // the content security policy allows no data: URLs
    rollupOptions: {
      // @tremor/react does not say that it has no side effects: without this any import of it brings all of it
      treeshake: { moduleSideEffects: (id) => !id.includes("/node_modules/@tremor/react/") },
    },
  },
});
