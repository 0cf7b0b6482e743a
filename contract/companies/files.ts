import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import { ofCompany } from "../base/pages.ts";
import { filesAtATime } from "../base/uploads.ts";
import { StoredFile } from "../files/endpoints.ts";

const access = ["COMPANIES", "COMPANIESEDIT"] as const;
/** The most contracts of one company, however they were uploaded. */
export const mostContracts = filesAtATime;

export const setIcon = endpoint({
  method: "post",
  path: "/company/icon",
  summary: "Set a company's icon; it replaces any earlier one",
  access,
  scope: "company",
  query: z.strictObject(ofCompany),
  upload: { kind: "image", most: 1 },
  data: StoredFile,
  success: 201,
});

export const deleteIcon = endpoint({
  method: "delete",
  path: "/company/deleteIcon",
  summary: "Remove a company's icon, if it has one",
  access,
  scope: "company",
  query: z.strictObject(ofCompany),
  data: z.null(),
});

export const listContracts = endpoint({
  method: "get",
  path: "/company/contract",
  summary: "A company's contract documents, newest first",
  access,
  scope: "company",
  query: z.strictObject(ofCompany),
  data: z.array(StoredFile),
});

export const addContracts = endpoint({
  method: "post",
  path: "/company/contract",
  summary: "Add contract documents, at most five",
  access,
  scope: "company",
  query: z.strictObject(ofCompany),
  upload: { kind: "document", most: filesAtATime },
  data: z.array(StoredFile),
  success: 201,
});

export const deleteContract = endpoint({
  method: "delete",
  path: "/company/deleteContract",
  summary: "Delete a contract document",
  access,
  scope: "company",
  query: z.strictObject({ ...ofCompany, fileId: z.uuid() }),
  data: z.object({ name: z.string() }),
});
