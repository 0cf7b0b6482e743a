import { expect, test } from "vitest";
import { username } from "../base/fields.ts";
import { generatedUsername } from "./generated-username.ts";

test("[VAL-6] A suggested username is the trimmed name with runs of spaces as one '_', and the timestamp's last four digits", () => {
  expect(generatedUsername("  Asha   Rao ", 1_700_000_001_234)).toBe("Asha_Rao_1234");
  expect(generatedUsername("Asha", 1_700_000_000_007)).toBe("Asha_0007");
  expect(generatedUsername("Zoé\tDe  Souza", 9)).toBe("Zoe_De_Souza_0009");
  expect(generatedUsername("ऋषि", 9)).toBe("user_0009");
  for (const name of ["Žofia José", "ऋषि", "Straße"])
    expect(username.safeParse(generatedUsername(name, 1)).success, name).toBe(true);
});
