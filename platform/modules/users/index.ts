// Exports of users for other modules, jobs and the demo.
export { insertUser } from "./user-record.queries.ts";
export { advanceOnboarding, findOwnProfile } from "./users.queries.ts";
export { addUser, phoneOf } from "./users.service.ts";
