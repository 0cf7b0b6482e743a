import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixConfig from "./remix.config.js";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

const here = (path: string) => new URL(path, import.meta.url).pathname;

/**
 * The modules that nearly every page with script needs, as one file: two dozen small files, each
 * compressed alone, cost 5 KB more.
 */
const frame = /\/app\/ui\/frame\//;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [remix(remixConfig)],
  resolve: {
    alias: {
      "~": here("./app"),
      "#contract": here("./contract"),
      "#platform": here("./platform"),
      "#demo": here("./demo"),
    },
  },
  build: {
    target: "es2022",
    assetsInlineLimit: 0, // the content security policy allows no data: URLs
    reportCompressedSize: false,
    rollupOptions: {
      onwarn(warning, warn) {
        if (warning.code === "CIRCULAR_CHUNK") throw new Error(warning.message);
        // a route without a page, such as a download, has nothing for the browser
        if (warning.code === "EMPTY_BUNDLE") return;
        warn(warning);
      },
      ...(!isSsrBuild && {
        output: {
          onlyExplicitManualChunks: true,
          manualChunks: (id: string) => (frame.test(id) ? "frame" : undefined),
        },
      }),
    },
  },
}));
