import { readFile, writeFile } from "node:fs/promises";
import { placeOf } from "../browser/server.ts";
import type { WalkResult } from "../browser/walk.ts";

/** One address of each page that a role came to, by the route's id, and what signs the role in. */
export type RoleWalk = { pages: Record<string, string>; cookies: WalkResult["cookies"][string] };

const file = () => `${placeOf("walked").folder}.json`;
export const writeRoleWalks = (walks: Record<string, RoleWalk>) =>
  writeFile(file(), JSON.stringify(walks));
export const readRoleWalks = async () =>
  JSON.parse(await readFile(file(), "utf8")) as Record<string, RoleWalk>;
