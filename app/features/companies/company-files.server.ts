import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { dateIn, showDate } from "#contract/base/dates";
import { messages } from "#contract/base/messages";
import { findCompany } from "#contract/companies/endpoints";
import { addContracts, deleteContract, deleteIcon, listContracts, mostContracts, setIcon } from "#contract/companies/files";
import { readForm } from "~/lib/forms.server";
import { type Guarded, load } from "~/lib/guard.server";
import { imageUrl } from "~/lib/image-url.server";

/** A company's icon and contracts, as their panels show them. */
export async function loadCompanyFiles({ context }: LoaderFunctionArgs, { api, ids }: Guarded, companyId?: number) {
  const query = { companyId };
  const [{ data: company }, { data: contracts }] = await load(() =>
    Promise.all([api.call(findCompany, { query }), api.call(listContracts, { query })]),
  );
  return {
    icon: imageUrl(context, company.iconFileId),
    contracts: contracts.map(({ id, name, bytes, createdAt, createdBy }) => ({
      ref: ids.encryptUuid("file", id),
      name,
      about: `${sizeInWords(bytes)}, added ${showDate(dateIn(company.timeZone, new Date(createdAt)))} by ${createdBy}`,
    })),
    room: mostContracts - contracts.length,
  };
}

const sizeInWords = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** Saves what the form of the icon or that of the contracts sent; undefined where another form was posted. */
export async function saveCompanyFiles(args: ActionFunctionArgs, { api }: Guarded, companyId?: number) {
  const which = args.context.posted?.form;
  if (which !== "icon" && which !== "contracts") return undefined;
  const form = await readForm(args, z.object({}));
  const input = { query: { companyId }, files: form.files(which) };
  return form.submit<{ message: string }>(() => (which === "icon" ? api.call(setIcon, input) : api.call(addContracts, input)), {
    file: which,
  });
}

/** What the address asks to take away: ?file=… a contract by its id, else the icon. Throws 404 for a document that is not there. */
export async function askRemoval({ request }: LoaderFunctionArgs, { api, ids }: Guarded, companyId?: number) {
  const ref = new URL(request.url).searchParams.get("file");
  if (ref === null) return { fileId: null, name: null };
  const fileId = ids.decryptUuid("file", ref);
  const { data: contracts } = await load(() => api.call(listContracts, { query: { companyId } }));
  const contract = contracts.find(({ id }) => id === fileId);
  if (!contract) throw data({ message: messages.notFound }, { status: 404 });
  return { fileId, name: contract.name };
}

export async function removeFile(args: ActionFunctionArgs, guarded: Guarded, companyId?: number): Promise<string> {
  const { api } = guarded;
  const { fileId } = await askRemoval(args, guarded, companyId);
  const remove = () =>
    fileId === null ? api.call(deleteIcon, { query: { companyId } }) : api.call(deleteContract, { query: { companyId, fileId } });
  return (await load<{ message: string }>(remove)).message;
}
