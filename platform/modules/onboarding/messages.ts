/** What is said of requests; emails stand in request-letters.ts. */
export const requestMessages = {
  received: "Thank you. We have received it and will reply by email.",
  approved: (company: string, username: string) =>
    `${company} added. ${username} is invited by email.`,
  newQuestion: "A visitor asks a question",
  newClient: "A company wants to become a client",
  isQuestion: "This is a question. Answer it instead.",
  alreadyDecided: (by: string, state: string) => `${by} has already ${state} this request.`,
};
