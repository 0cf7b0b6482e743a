/** Limits of payment reminders. No zod in here: the database's schema uses it too. */
export const mostDunningSteps = 6;
