/** Texts of the page that tells visitors whether the service works. */
export const statusTexts = {
  description:
    "Whether Fever In-Store works: website, API, database, files, email and background jobs.",
  well: "All systems operational.",
  degraded: "Part of the service does not work as it should. We are looking into it.",
  readOnly: "You can sign in and read, but nothing new can be saved. We are looking into it.",
  states: { operational: "Operational", "read only": "Read only", degraded: "Degraded" },
  hint: "Times are UTC. Updated every 30 seconds. Reload the page for the latest.",
  parts: {
    web: "Website",
    api: "API",
    database: "Database",
    files: "Music and pictures",
    email: "Email",
    jobs: "Background jobs",
  },
};
