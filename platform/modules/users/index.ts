// What other modules, jobs and the demo may use of users.
export { insertUser } from "./user-record.queries.ts";
export { advanceOnboarding, findOwnProfile } from "./users.queries.ts";
export { addUser, phoneOf } from "./users.service.ts";
