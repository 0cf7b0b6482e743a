import { describe, expect, test } from "vitest";
import {
  areas,
  creatableRoles,
  holdsGrant,
  isProvider,
  mayOpen,
  type Role,
  roleNames,
  type SubRole,
  subRoleNames,
  subRoles,
} from "./roles.ts";

/** Spec section 6, written out once more by hand: a y where the area is open. */
const byRole = `
area               Fever_Super_Admin  Fever_Admin  Fever_Music_Manager  Client_Admin  Client_Admin_Limited  Store_Music_Manager
DASHBOARD          y                  y            y                    y             y                     -
CHARTS             y                  y            y                    y             y                     -
REPORTS            y                  y            y                    y             y                     -
PREVIEW            y                  y            y                    y             y                     -
MUSIC_LIBRARY      y                  y            y                    -             -                     -
USER_MGMT          y                  y            -                    y             -                     -
STORES             y                  y            -                    y             -                     -
NON_MUSIC          y                  y            y                    y             -                     -
MUSIC_SCHEDULE     y                  y            y                    y             -                     -
COMPANIES          y                  y            -                    -             -                     -
BILLING_DASHBOARD  y                  y            -                    -             -                     -
AUDIT_LOGS         y                  y            -                    -             -                     -
COMPANIESEDIT      -                  -            -                    y             -                     -
HIERARCHY          y                  y            y                    y             -                     -
MASTER_RULE        y                  y            y                    y             -                     -
VIDEO_TUTORIALS    -                  -            -                    y             y                     -
`;

/** The sub-role matrix of section 6; what it does not name is closed to provider staff. */
const bySubRole = `
area               Fever_Super_Admin_Major  Fever_Super_Admin_Ops  Fever_Admin_Major  Fever_Admin_Ops  Fever_Music_Admin  Fever_Music_Limited
DASHBOARD          y                        y                      y                  y                y                  -
CHARTS             y                        y                      y                  -                y                  y
REPORTS            y                        y                      y                  y                y                  y
PREVIEW            y                        y                      y                  y                y                  -
MUSIC_LIBRARY      y                        y                      y                  -                y                  y
USER_MGMT          y                        y                      y                  y                -                  -
STORES             y                        y                      y                  y                -                  -
NON_MUSIC          y                        y                      y                  -                y                  -
MUSIC_SCHEDULE     y                        y                      y                  -                y                  -
COMPANIES          y                        y                      y                  y                -                  -
BILLING_DASHBOARD  y                        y                      y                  y                -                  -
AUDIT_LOGS         y                        y                      y                  y                -                  -
COMPANIESEDIT      -                        -                      -                  -                -                  -
HIERARCHY          y                        y                      y                  y                y                  -
MASTER_RULE        y                        y                      y                  -                y                  -
VIDEO_TUTORIALS    -                        -                      -                  -                -                  -
`;

/** Who may create whom. */
const creators = `
creator               Fever_Super_Admin  Fever_Admin  Fever_Music_Manager  Client_Admin  Client_Admin_Limited  Store_Music_Manager
Fever_Super_Admin     y                  y            y                    y             y                     y
Fever_Admin           -                  y            y                    y             y                     y
Fever_Music_Manager   -                  -            y                    y             y                     y
Client_Admin          -                  -            -                    y             y                     y
Client_Admin_Limited  -                  -            -                    -             y                     y
Store_Music_Manager   -                  -            -                    -             -                     -
`;

function readTable(text: string): (row: string, column: string) => boolean {
  const [head = [], ...rows] = text
    .trim()
    .split("\n")
    .map((line) => line.split(/\s+/));
  const cells = new Map(
    rows.flatMap(([row, ...marks]) =>
      marks.map((mark, i) => [`${row} ${head[i + 1]}`, mark === "y"] as const),
    ),
  );
  return (row, column) => {
    const cell = cells.get(`${row} ${column}`);
    if (cell === undefined) throw new Error(`no cell ${row} ${column}`);
    return cell;
  };
}

const roleOpens = readTable(byRole);
const subRoleOpens = readTable(bySubRole);
const creates = readTable(creators);
const bare = (role: Role) => role.replace(/^ROLE_/, "");

describe("areas by role", () => {
  test("the tables have every area, role and sub-role, and no more", () => {
    expect([...areas].sort()).toEqual(rowsOf(byRole));
    expect([...areas].sort()).toEqual(rowsOf(bySubRole));
    expect(roleNames.map(bare).sort()).toEqual(rowsOf(creators));
    expect(roleNames).toHaveLength(6);
    expect(subRoleNames).toHaveLength(6);
  });

  test.each(areas)(
    "%s is open to the client roles of the matrix, whatever sub-role they claim [ROL-1]",
    (area) => {
      for (const role of roleNames.filter((role) => !isProvider({ role })))
        for (const subRole of [undefined, null, ...subRoleNames])
          expect(mayOpen({ role, subRole }, area), `${role} ${subRole}`).toBe(
            roleOpens(area, bare(role)),
          );
    },
  );

  test.each(areas)(
    "%s is open to provider staff where both matrices say so, and to none without a sub-role [ROL-1] [ROL-2]",
    (area) => {
      for (const role of roleNames.filter((role) => isProvider({ role }))) {
        for (const subRole of subRoleNames)
          expect(mayOpen({ role, subRole }, area), `${role} ${subRole}`).toBe(
            roleOpens(area, bare(role)) && subRoleOpens(area, subRole),
          );
        expect(mayOpen({ role }, area)).toBe(false);
        expect(mayOpen({ role, subRole: null }, area)).toBe(false);
      }
    },
  );

  test("each sub-role belongs to the role that its name begins with [ROL-2]", () => {
    const expected: Record<SubRole, Role> = {
      Fever_Super_Admin_Major: "ROLE_Fever_Super_Admin",
      Fever_Super_Admin_Ops: "ROLE_Fever_Super_Admin",
      Fever_Admin_Major: "ROLE_Fever_Admin",
      Fever_Admin_Ops: "ROLE_Fever_Admin",
      Fever_Music_Admin: "ROLE_Fever_Music_Manager",
      Fever_Music_Limited: "ROLE_Fever_Music_Manager",
    };
    expect(subRoles).toEqual(expected);
  });

  test("the three provider roles are staff, a store manager is none", () => {
    expect(roleNames.filter((role) => isProvider({ role }))).toEqual([
      "ROLE_Fever_Super_Admin",
      "ROLE_Fever_Admin",
      "ROLE_Fever_Music_Manager",
    ]);
  });
});

describe("beside the matrices", () => {
  test("every role that may create someone holds users.create", () => {
    for (const role of roleNames)
      expect(holdsGrant({ role }, "users.create"), role).toBe(
        roleNames.some((created) => creates(bare(role), bare(created))),
      );
  });

  test("spots.write adds the limited admin to those whose matrices open NON_MUSIC, and nobody else", () => {
    for (const role of roleNames)
      for (const subRole of [undefined, ...subRoleNames])
        expect(holdsGrant({ role, subRole }, "spots.write"), `${role} ${subRole}`).toBe(
          role === "ROLE_Client_Admin_Limited" || mayOpen({ role, subRole }, "NON_MUSIC"),
        );
  });

  test("the player's calls are the store manager's alone", () => {
    expect(
      roleNames.filter((role) =>
        holdsGrant({ role, subRole: "Fever_Super_Admin_Major" }, "player"),
      ),
    ).toEqual(["ROLE_Store_Music_Manager"]);
  });

  test("who may create whom is the table's", () => {
    for (const creator of roleNames)
      for (const created of roleNames)
        expect(creatableRoles[creator].includes(created), `${creator} makes ${created}`).toBe(
          creates(bare(creator), bare(created)),
        );
    for (const list of Object.values(creatableRoles)) expect(new Set(list).size).toBe(list.length);
  });
});

function rowsOf(text: string): string[] {
  return text
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(/\s+/)[0] ?? "")
    .sort();
}
