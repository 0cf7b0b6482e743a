import { z } from "zod";
import * as field from "#contract/base/fields";
import { type Role, roleNames, roles } from "#contract/base/roles";
import { levels } from "#contract/base/scope";
import { cell } from "../imports/index.ts";

const clientRoles = roleNames.filter((role) => roles[role].category === "c");
const roleWords = clientRoles.map((role) => roles[role].label);

/** By its name or its identifier. */
const role = cell.transform((text, context): Role => {
  const roleText = text.toLowerCase();
  const matchingRole = clientRoles.find((one) =>
    [one, roles[one].label].some((name) => name.toLowerCase() === roleText),
  );
  if (matchingRole) return matchingRole;
  context.addIssue({
    code: "custom",
    message: `Enter ${roleWords.slice(0, -1).join(", ")} or ${roleWords.at(-1)}.`,
  });
  return z.NEVER;
});

const level = cell
  .toLowerCase()
  .pipe(z.enum(levels, `Enter ${levels.slice(0, -1).join(", ")} or ${levels.at(-1)}.`))
  .nullish();

/**
 * A row of the users' file; see cell-schemas.ts for null and undefined. The fields are those of the
 * form.
 */
export const UserCsvRow = z.object({
  username: field.username,
  firstName: field.firstName,
  lastName: field.lastName.nullish(),
  email: field.email,
  phone: cell.nullish(),
  role,
  level,
  locations: cell.nullish(),
});
export type UserCsvRow = z.output<typeof UserCsvRow>;
