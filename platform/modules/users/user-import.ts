import { messages } from "#contract/base/messages";
import { isAmong } from "#contract/base/records";
import { manageableLevels, mayGiveRole, roles } from "#contract/base/roles";
import { type Level, unitFields } from "#contract/base/scope";
import { emailCounts } from "#contract/emails/words";
import { mostUsersAtATime, userCsvColumns, userCsvFacts } from "#contract/users/csv-columns";
import type { GivableUnits } from "#contract/users/endpoints";
import { UserForm } from "#contract/users/user-form";
import { requireSession } from "../../access/account-writer.ts";
import type { Caller } from "../../access/caller.ts";
import type { Scope } from "../../access/scope.ts";
import type { Db } from "../../db/types.ts";
import { refusalsByConstraint } from "../../http/constraints.ts";
import type { Services } from "../../services.ts";
import { deliverEmails } from "../emails/index.ts";
import {
  askForZeros,
  type CellErrors,
  type Importer,
  type JudgedRow,
  type ReadRow,
  readPhoneCell,
  type UnknownNames,
  unknownNames,
} from "../imports/index.ts";
import { listGivableUnits } from "./givable-units.service.ts";
import { UserCsvRow } from "./user-csv-row.ts";
import {
  findInvitations,
  findStagedUsers,
  findStoresNamed,
  findTakenUsernames,
} from "./user-import.queries.ts";
import { lockOwnedUnits } from "./user-record.queries.ts";
import { addUser } from "./users.service.ts";

type UnitLevel = keyof typeof unitFields;
/** Units by the names that a file may use, in lower case: name, path with name, a store's code. */
type NamedUnits = {
  idsByName: Map<string, Set<number>>;
  names: string[];
  /** Codes of stores by their digits without the zeros in front. */
  zeroCodes?: Map<string, string>;
};
type JudgeContext = {
  caller: Caller;
  takenUsernames: Set<string>;
  units: Record<UnitLevel, NamedUnits>;
  unknown: UnknownNames;
  added: () => number;
};

const unitWords = { regional: "region", zonal: "zone", group: "group", store: "store" } as const;
const keyOf = ({ username }: Partial<UserCsvRow>) => username?.toLowerCase();
const namesOf = (locations: string | null | undefined) =>
  (locations ?? "")
    .split(";")
    .map((path) =>
      path
        .split(/[›>]/)
        .map((name) => name.trim())
        .join(" › "),
    )
    .filter(Boolean);

const tokensCannotAdd = "API tokens cannot add users.";

/** Every line of a file. */
const wholeFile = (importId: string) => ({ importId, fromLine: 1, toLine: 2 ** 31 - 1 });

/**
 * The users' file: each row adds a user, who is invited once the file is applied. A sender can
 * assign only roles, levels and locations that they may give (ROL-3).
 */
export function userImporter({ emails }: Pick<Services, "emails">): Importer<UserCsvRow> {
  return {
    kind: "users",
    table: "app_user",
    columns: userCsvColumns,
    ignored: userCsvFacts,
    row: UserCsvRow,
    partOfRow: UserCsvRow.partial(),
    keyOf,
    keyName: "username",
    judging({ caller }) {
      const unknown = unknownNames();
      let added = 0;
      let units: Omit<JudgeContext["units"], "store"> | undefined;
      return async (scope, db, rows) => {
        units ??= await findUnits(scope, db, caller);
        const values = rows.map((row) => row.values);
        const takenUsernames = await findTakenUsernames(
          db,
          values.flatMap((row) => keyOf(row) ?? []),
        );
        const store = await findStores(scope, db, values);
        return rows.map((row) =>
          judgeRow(row, {
            caller,
            takenUsernames,
            units: { ...(units as JudgeContext["units"]), store },
            unknown,
            added: () => ++added,
          }),
        );
      };
    },
    describe: (value) => describeAddition((value as { form: UserForm }).form),
    async lockAndRecheck(scope, tx, importId) {
      const staged = await findStagedUsers(scope, tx, wholeFile(importId));
      const owned = new Map<UnitLevel, Set<number>>();
      for (const level of ["regional", "zonal", "group", "store"] as const) {
        const ids = [...new Set(staged.flatMap(({ form }) => form[unitFields[level]] ?? []))].sort(
          (a, b) => a - b,
        );
        owned.set(level, ids.length > 0 ? await lockOwnedUnits(scope, tx, level, ids) : new Set());
      }
      const takenUsernames = await findTakenUsernames(
        tx,
        staged.map(({ form }) => form.username.toLowerCase()),
      );
      const isStale = ({ form }: (typeof staged)[number]) =>
        takenUsernames.has(form.username.toLowerCase()) ||
        [...owned].some(([level, ids]) => form[unitFields[level]]?.some((id) => !ids.has(id)));
      return staged
        .filter(isStale)
        .map(({ line }) => line)
        .slice(0, 100);
    },
    async apply(scope, tx, call, slice) {
      for (const { form } of await findStagedUsers(scope, tx, slice))
        await addUser(scope, tx, {
          form,
          call: {
            ...call,
            caller: requireSession(call.caller, tokensCannotAdd),
          },
        });
    },
    async committed(call, importId) {
      const staged = await findStagedUsers(call.scope, call.db, wholeFile(importId));
      const usernames = staged.map(({ form }) => form.username.toLowerCase());
      const keys = await findInvitations(call.scope, call.db, usernames);
      // the list of users shows which emails failed
      return emailCounts("Invitations", await deliverEmails({ ...call, emails }, keys));
    },
    uniqueKey: "login_pkey",
  };
}

function judgeRow(
  { values: row, errors: cellErrors }: ReadRow<UserCsvRow>,
  context: JudgeContext,
): JudgedRow<UserCsvRow> {
  const { caller, takenUsernames, added } = context;
  const errors: CellErrors<UserCsvRow> = { ...cellErrors };
  const isManager = row.role === "ROLE_Store_Music_Manager";
  const level = row.level ?? (isManager ? "store" : undefined);
  if (takenUsernames.has(keyOf(row) ?? ""))
    errors.username ??= refusalsByConstraint.login_pkey.username;
  if (row.role && !mayGiveRole(caller, { role: row.role, subRole: null }))
    errors.role ??= "You are not allowed to give this role.";
  if (!errors.level && !errors.role) {
    if (!level) errors.level = messages.required;
    else if (isManager && level !== "store") errors.level = "A store manager's level is store.";
    else if (!manageableLevels(caller).includes(level))
      errors.level = "Choose a level below your own.";
  }
  const units = level && !errors.level ? readUnits(row, level, context, errors) : {};
  const phone = row.phone ? readPhoneCell(row.phone) : undefined;
  const form = UserForm.safeParse({
    username: row.username,
    firstName: row.firstName,
    lastName: row.lastName ?? undefined,
    email: row.email,
    ...(phone && { phone: phone.number, phoneCountryCode: phone.code }),
    role: row.role,
    level,
    ...units,
  });
  for (const { path, message } of form.error?.issues ?? []) {
    const member = String(path[0] ?? "");
    const isUnits = isAmong(Object.values(unitFields), member);
    const cell = isUnits
      ? "locations"
      : member === "phoneCountryCode"
        ? "phone"
        : (member as keyof UserCsvRow);
    if (cell in UserCsvRow.shape && !errors.level && !errors.role) errors[cell] ??= message;
  }
  if (Object.keys(errors).length === 0 && added() > mostUsersAtATime)
    errors.username = `A file adds at most ${mostUsersAtATime} users. Upload the others in another file.`;
  if (!form.data || Object.keys(errors).length > 0) return { outcome: "refused", errors };
  return { outcome: "add", value: { form: form.data }, notes: [] };
}

function describeAddition({
  username,
  firstName,
  lastName,
  email,
  phone,
  phoneCountryCode,
  role,
  level,
}: UserForm): Partial<Record<string, string>> {
  const words = { username, firstName, lastName, email, level, role: role && roles[role].label };
  const cells = Object.entries({ ...words, phone: phone && `+${phoneCountryCode} ${phone}` });
  return Object.fromEntries(cells.flatMap(([member, text]) => (text ? [[member, text]] : [])));
}

/** Reads the units that the row names, by the form's member for the level. */
function readUnits(
  { locations }: Partial<UserCsvRow>,
  level: Level,
  context: JudgeContext,
  errors: CellErrors<UserCsvRow>,
) {
  const names = namesOf(locations);
  if (level === "national") {
    if (names.length > 0) errors.locations ??= "National users have no locations.";
    return {};
  }
  const { idsByName, names: all, zeroCodes } = context.units[level];
  const ids = new Set<number>();
  for (const name of names) {
    const [id, ...others] = idsByName.get(name.toLowerCase()) ?? [];
    if (id === undefined)
      errors.locations ??=
        askForZeros(zeroCodes?.get(name), name) ?? context.unknown(unitWords[level], name, all);
    else if (others.length > 0) errors.locations ??= ambiguous(level, name);
    else ids.add(id);
  }
  return { [unitFields[level]]: [...ids] };
}

const ambiguous = (level: UnitLevel, name: string) =>
  level === "store"
    ? `There are several stores “${name}”. Enter the store's code.`
    : `There are several ${unitWords[level]}s “${name}”. Enter its path, for example North › ${name}.`;

function indexByName(units: { id: number; names: string[] }[]): NamedUnits {
  const idsByName: NamedUnits["idsByName"] = new Map();
  for (const { id, names } of units)
    for (const name of new Set(names.map((one) => one.toLowerCase())))
      idsByName.set(name, (idsByName.get(name) ?? new Set()).add(id));
  return { idsByName, names: units.flatMap(({ names: [name] }) => name ?? []) };
}

/** Finds the regions, zones and groups that the caller may give. */
async function findUnits(scope: Scope, db: Db, caller: Caller) {
  const { regional, zonal, group } = await listGivableUnits({ scope, db, caller }, {});
  const read = (units: GivableUnits["zonal"]) =>
    indexByName(
      units.map(({ id, name, path }) => ({
        id,
        names: path ? [name, `${path} › ${name}`] : [name],
      })),
    );
  return { regional: read(regional), zonal: read(zonal), group: read(group) };
}

/** Finds the stores that rows name. A code is one store's; a name may be several stores'. */
async function findStores(scope: Scope, db: Db, rows: Partial<UserCsvRow>[]): Promise<NamedUnits> {
  const isOfStores = ({ level, role }: Partial<UserCsvRow>) =>
    level === "store" || (level == null && role === "ROLE_Store_Music_Manager");
  const storeNames = [
    ...new Set(rows.filter(isOfStores).flatMap(({ locations }) => namesOf(locations))),
  ].map((name) => name.toLowerCase());
  const stores = storeNames.length > 0 ? await findStoresNamed(scope, db, storeNames) : [];
  const codes = new Set(stores.map(({ code }) => code.toLowerCase()));
  const index = indexByName(
    stores.map(({ id, code, name }) => ({
      id,
      names: codes.has(name.toLowerCase()) ? [code] : [code, name],
    })),
  );
  const zeroCodes = new Map(stores.map(({ code }) => [code.replace(/^0+/, ""), code]));
  return { idsByName: index.idsByName, names: index.names, zeroCodes };
}
