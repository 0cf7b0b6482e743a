import { isProvider } from "#contract/base/roles";
import { uniqueAdminUserId, uniqueCode, uniqueEmail } from "#contract/companies/endpoints";
import { ApiRefusal } from "~/lib/api/refusals.server";
import { load, type PageContext } from "~/lib/session/guard.server";

/** Tells whether a value is free. A malformed value counts as free, because the form reports it. */
export async function isUnique(
  request: Request,
  { api, ids, person }: PageContext,
): Promise<{ value: string; unique: boolean }> {
  const { searchParams } = new URL(request.url);
  const member = (name: string) => searchParams.get(name) ?? "";
  const field = member("field");
  const value = member("value");
  const company = member("company");
  const companyId = company ? ids.decrypt("company", company) : undefined;
  const ask = async (): Promise<boolean> => {
    if (field === "email")
      return (await api.call(uniqueEmail, { query: { companyId, email: value } })).data.unique;
    if (!isProvider(person)) return true;
    if (field === "companyId")
      return (await api.call(uniqueCode, { query: { companyId, companyCode: value } })).data.unique;
    if (field !== "companyAdminUserId") return true;
    return (await api.call(uniqueAdminUserId, { query: { companyAdminUserId: value } })).data
      .unique;
  };
  return load(async () => {
    try {
      return { value, unique: await ask() };
    } catch (error) {
      if (error instanceof ApiRefusal && error.status === 422) return { value, unique: true };
      throw error;
    }
  });
}
