import { eq } from "drizzle-orm";
import { expect } from "vitest";
import {
  applyStoreCsv,
  checkStoreCsv,
  type ImportRow,
  type ImportRun,
  listStoreCsvRows,
} from "#contract/imports/endpoints";
import { store } from "#platform/db/schema/index";
import type { TestCompany } from "./companies.ts";
import type { Reply, TestPlatform } from "./platform.ts";

/**
 * Sends, reads and applies the stores' CSV as the company's admin on the test's own platform, and
 * reads its stores.
 */
export function storeCsv(own: () => { at: TestPlatform; admin: string; company: TestCompany }) {
  const storesNow = () =>
    own()
      .at.database.db.select()
      .from(store)
      .where(eq(store.companyId, own().company.companyId))
      .orderBy(store.id);
  const codeOf = (place: number) => own().company.stores[place]?.code ?? "";
  /** Uploads a file as a form does. */
  const send = async (
    content: string | Uint8Array<ArrayBuffer>,
    { as = own().admin, query = "" } = {},
  ): Promise<Reply> => {
    const form = new FormData();
    form.append("file", new File([content], "stores.csv", { type: "text/csv" }));
    const response = await own().at.send(
      new Request(`http://platform/api${checkStoreCsv.path}?${query}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${await own().at.tokenOf(as)}` },
        body: form,
      }),
    );
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Reply["body"],
    };
  };
  const check = async (content: string | Uint8Array<ArrayBuffer>, as = own().admin) => {
    const { status, body } = await send(content, { as });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.data as ImportRun;
  };
  const countsOf = ({ toAdd, toChange, same, refused }: ImportRun) => [
    toAdd,
    toChange,
    same,
    refused,
  ];
  const rowsOf = async ({ id }: ImportRun, as = own().admin, query = {}) => {
    const { body } = await own().at.call(
      listStoreCsvRows,
      { params: { importId: id }, query: { limit: 100, ...query } },
      as,
    );
    return body.data as ImportRow[];
  };
  const apply = ({ id }: ImportRun, as = own().admin) =>
    own().at.call(applyStoreCsv, { params: { importId: id } }, as);
  return { send, check, countsOf, rowsOf, apply, storesNow, codeOf };
}
