import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import {
  BrandContact,
  changeBrandContacts,
  findBrandAccount,
  listBrands,
  loadedVersion,
  PostedContacts,
} from "#contract/ads/brands";
import { mostBrandContacts } from "#contract/ads/words";
import * as field from "#contract/base/fields";
import { constraintsOf, readForm, readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { brandPath, brandYearPath } from "./paths";

const Address = listAddress({ search: field.search.optional(), cursor: z.string().optional() });

export async function loadBrands({ request }: LoaderFunctionArgs, { api, ids }: PageContext) {
  const { row, ...query } = readQuery(request, Address);
  const { data, page } = await load(() => api.call(listBrands, { query }));
  return {
    search: query.search,
    row,
    page,
    rows: data.map(({ id, name, contacts }) => ({
      path: brandPath(ids.encrypt("item", id)),
      name,
      contacts,
    })),
  };
}

/** Empty lines below a brand's contacts. */
const emptyLines = 2;
/**
 * The fields' limits, without hints that each line would repeat. No field is required, because a
 * line may stay empty.
 */
const lineConstraints = Object.entries(constraintsOf(BrandContact)).map(
  ([name, { required: _, rule: __, ...constraint }]) => [name, constraint] as const,
);

export async function loadBrand({ params }: LoaderFunctionArgs, { api, ids }: PageContext) {
  const id = ids.decrypt("item", params.brand);
  const { data: brand } = await load(() => api.call(findBrandAccount, { query: { id } }));
  const { length } = brand.contacts;
  const lines = Math.max(length, Math.min(length + emptyLines, mostBrandContacts));
  const places = Array.from({ length: lines }, (_, place) => place);
  return {
    yearPath: brandYearPath(ids.encrypt("item", id)),
    name: brand.name,
    mayChange: brand.mayChange,
    contacts: brand.contacts,
    places,
    constraints: Object.fromEntries(
      places.flatMap((place) =>
        lineConstraints.map(([name, constraint]) => [`contacts[${place}].${name}`, constraint]),
      ),
    ),
    values: Object.fromEntries([
      ["version", String(brand.version)],
      ...brand.contacts.flatMap((contact, place) =>
        Object.entries(contact).map(([name, value]) => [`contacts[${place}].${name}`, value]),
      ),
    ]) as Record<string, string>,
  };
}

const Posted = z.object({ contacts: PostedContacts, version: loadedVersion });

export async function saveContacts(args: ActionFunctionArgs, { api, ids }: PageContext) {
  const id = ids.decrypt("item", args.params.brand);
  const form = await readForm(args.request, Posted);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    api.call(changeBrandContacts, { body: { ...value, id } }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(brandPath(String(args.params.brand)));
}
