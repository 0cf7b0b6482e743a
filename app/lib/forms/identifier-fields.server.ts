import type { z } from "zod";
import { type IdKind, idKinds } from "#contract/base/identifiers";

/**
 * Finds the kind of identifier in a field, by its name as in forms: "mix[0].chartId".
 */
export function kindOf(schema: z.ZodType, name: string): IdKind | undefined {
  const [, first = "", rest = ""] = /^(?:\[\d+\]|\.)?(\w*)(.*)$/.exec(name) ?? [];
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
      return kindOf(def.innerType as z.ZodType, name);
    case "pipe":
      return kindOf(def.in as z.ZodType, name);
    case "array":
      return kindOf(def.element as z.ZodType, name.replace(/^\[\d+\]/, ""));
    case "union":
      return def.options
        .map((option) => kindOf(option as z.ZodType, name))
        .find((kind) => kind !== undefined);
    case "object":
      return Object.hasOwn(def.shape, first)
        ? kindOf(def.shape[first] as z.ZodType, rest)
        : undefined;
    default:
      return name === "" ? idKinds.get(schema)?.kind : undefined;
  }
}
