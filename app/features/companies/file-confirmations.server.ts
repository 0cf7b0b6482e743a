import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { messages } from "#contract/base/messages";
import { deleteContract, deleteIcon, listContracts } from "#contract/companies/files";
import { confirmations } from "~/lib/forms/confirmation.server";
import { load, type PageContext, requireArea } from "~/lib/session/guard.server";
import { companyFilePath, companyPath, ownCompanyPath } from "./paths";
import { companyConfirmTexts } from "./texts";

/** A contract, or the icon, which has neither id nor name. */
type CompanyFile = {
  companyId: number | undefined;
  ref: string | undefined;
  file: string;
  fileId: string | null;
  name: string | null;
};

/** The company of a page: undefined ids mean the person's own. */
type Owner = { pageContext: PageContext } & Pick<CompanyFile, "companyId" | "ref">;

/** Guards the files of the person's own company. */
export const requireOwnCompany = async (
  args: ActionFunctionArgs | LoaderFunctionArgs,
): Promise<Owner> => ({
  pageContext: await requireArea(args, "COMPANIESEDIT"),
  companyId: undefined,
  ref: undefined,
});

/** Removes the icon or a contract of the company in the address, by default the person's own. */
export const fileConfirmations = confirmations({
  async find(
    { pageContext: { api, ids }, companyId, ref }: Owner,
    { params: { file = "" } },
  ): Promise<CompanyFile> {
    if (file === "icon") return { companyId, ref, file, fileId: null, name: null };
    const fileId = ids.decryptUuid("file", file);
    const { data: contracts } = await load(() => api.call(listContracts, { query: { companyId } }));
    const contract = contracts.find(({ id }) => id === fileId);
    if (!contract) throw Response.json({ message: messages.notFound }, { status: 404 });
    return { companyId, ref, file, fileId, name: contract.name };
  },

  path: ({ ref, file }) => companyFilePath(ref, file),

  acts: {
    remove: {
      label: "Remove",
      ask: ({ name }) =>
        name === null
          ? {
              title: "Remove the icon?",
              message: companyConfirmTexts.removeIcon,
              confirmLabel: "Remove icon",
            }
          : {
              title: `Delete ${name}?`,
              message: companyConfirmTexts.removeDocument,
              confirmLabel: "Delete document",
            },
      from: ({ ref }) => (ref === undefined ? ownCompanyPath : companyPath(ref)),
      call: ({ pageContext: { api } }, { companyId, fileId }): Promise<{ message: string }> =>
        fileId === null
          ? api.call(deleteIcon, { query: { companyId } })
          : api.call(deleteContract, { query: { companyId, fileId } }),
    },
  },
});
