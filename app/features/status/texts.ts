/** The page that tells visitors how the service does. */
export const statusTexts = {
  description: "Whether Fever In-Store works: website, API, database, files, email and background jobs.",
  well: "Everything works.",
  degraded: "Part of the service does not work as it should. We are looking into it.",
  hint: "Times are UTC. What you see is at most half a minute old. Reload the page for the latest.",
  parts: { web: "Website", api: "API", database: "Database", files: "Music and pictures", email: "Email", jobs: "Background jobs" },
};
