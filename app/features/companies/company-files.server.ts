import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { dateIn, showDate } from "#contract/base/dates";
import { findCompany } from "#contract/companies/endpoints";
import { addContracts, listContracts, mostContracts, setIcon } from "#contract/companies/files";
import { withNames } from "~/lib/audit/people.server";
import { readForm } from "~/lib/forms/forms.server";
import { imageUrl } from "~/lib/images/image-url.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { sizeInWords } from "~/lib/words/file-size";
import { fileConfirmations } from "./file-confirmations.server";
import { companyTexts } from "./texts";

/** A company's icon and contracts, as their panels show them. */
export async function loadCompanyFiles(
  { context }: LoaderFunctionArgs,
  pageContext: PageContext,
  companyId?: number,
) {
  const { api, ids } = pageContext;
  const query = { companyId };
  const [{ data: company }, { data }] = await load(() =>
    Promise.all([api.call(findCompany, { query }), api.call(listContracts, { query })]),
  );
  const contracts = await withNames(pageContext, data, "createdBy");
  const ref = companyId === undefined ? undefined : ids.encrypt("company", companyId);
  const removal = (file: string, fileId: string | null, name: string | null) =>
    fileConfirmations.linkTo(
      "remove",
      { companyId, ref, file, fileId, name },
      { pageContext, companyId, ref },
    );
  return {
    icon: imageUrl(context, company.iconFileId),
    iconRemoval: removal("icon", null, null),
    contracts: contracts.map(({ id, name, bytes, createdAt, createdBy }) => ({
      ref: ids.encryptUuid("file", id),
      name,
      removal: removal(ids.encryptUuid("file", id), id, name),
      about: companyTexts.documentAdded(
        sizeInWords(bytes, pageContext.figures),
        showDate(dateIn(company.timeZone, new Date(createdAt))),
        createdBy,
      ),
    })),
    room: mostContracts - contracts.length,
  };
}

/**
 * Saves the icon or the contracts that were sent; undefined if another form was
 * posted.
 */
export async function saveCompanyFiles(
  args: ActionFunctionArgs,
  { api }: PageContext,
  companyId?: number,
) {
  const which = args.context.posted?.form;
  if (which !== "icon" && which !== "contracts") return undefined;
  const form = await readForm(args, z.object({}));
  const input = { query: { companyId }, files: form.files(which) };
  return form.submit<{ message: string }>(
    () => (which === "icon" ? api.call(setIcon, input) : api.call(addContracts, input)),
    {
      file: which,
    },
  );
}
