import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { type Answer, type Args, endpoint, type Input } from "./endpoint.ts";

const listed = endpoint({
  method: "get",
  path: "/thing/{id}",
  summary: "Things",
  access: "session",
  scope: "company",
  params: z.strictObject({ id: z.number() }),
  query: z.strictObject({ search: z.string().optional() }),
  list: true,
  data: z.object({ id: z.int() }),
});
const posted = endpoint({
  method: "post",
  path: "/thing",
  summary: "Make a thing",
  access: ["STORES"],
  scope: "company",
  body: z.strictObject({ size: z.number().default(1) }),
  data: z.null(),
  success: 201,
});

test("an endpoint is what was said, and its types follow from it", () => {
  expect(listed.path).toBe("/thing/{id}");
  expectTypeOf<Input<typeof listed>["params"]>().toEqualTypeOf<{ id: number }>();
  expectTypeOf<{ params: { id: number } }>().toExtend<Input<typeof listed>>();
  expectTypeOf<{ query: { search: string } }>().not.toExtend<Input<typeof listed>>();
  expectTypeOf<Record<never, never>>().toExtend<Input<typeof posted>>();
  expectTypeOf<Args<typeof posted>["body"]>().toEqualTypeOf<{ size: number }>();
  expectTypeOf<Args<typeof posted>["query"]>().toEqualTypeOf<undefined>();
  expectTypeOf<Answer<typeof listed>["data"]>().toEqualTypeOf<{ id: number }[]>();
  expectTypeOf<Answer<typeof listed>>().toHaveProperty("page");
  expectTypeOf<Answer<typeof posted>["data"]>().toEqualTypeOf<null>();
});
