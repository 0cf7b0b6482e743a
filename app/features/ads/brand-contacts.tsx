import { Link, type useLoaderData } from "@remix-run/react";
import { Form, FormActions } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { withMembers } from "~/ui/frame/address";
import { Button, ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Counted } from "~/ui/frame/figures";
import { FilterBar, FilterSearch } from "~/ui/frame/filter-bar";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { type Column, Table } from "~/ui/frame/table";
import { EmailField, TextField } from "~/ui/text-field";
import { VersionField } from "~/ui/version-field";
import { brandTexts as texts } from "./brand-words";
import type { loadBrand, loadBrands } from "./brands.server";
import { brandsPath as here } from "./paths";

type Brands = ReturnType<typeof useLoaderData<typeof loadBrands>>;

export function BrandList({ search, row, page, rows }: Brands) {
  const viewParams = { limit: sizeMember(page.limit) };
  return (
    <Panel>
      <FilterBar
        label="Filter brands"
        active={search ? 1 : 0}
        clearTo={here}
        hidden={viewParams}
        search={
          <FilterSearch name="search" label="Search" value={search} placeholder={texts.search} />
        }
      />
      <Table
        caption="Brands"
        columns={columns}
        rows={rows}
        rowKey={({ path }) => path}
        empty={
          search ? (
            <EmptyState
              title="No Data Found"
              action={<ButtonLink to={here}>Show all brands</ButtonLink>}
            >
              {texts.noMatch}
            </EmptyState>
          ) : (
            <EmptyState icon="ad" title="No List Found">
              {texts.none}
            </EmptyState>
          )
        }
      />
      <ListPager
        page={page}
        row={row}
        rowCount={rows.length}
        href={(place) => withMembers(here, { search, ...viewParams }, place)}
      />
    </Panel>
  );
}

const columns: Column<Brands["rows"][number]>[] = [
  {
    key: "name",
    header: "Brand",
    card: "title",
    cell: ({ path, name }) => (
      <Link to={path} className="font-semibold [overflow-wrap:anywhere]">
        {name}
      </Link>
    ),
  },
  {
    key: "contacts",
    header: "Contacts",
    numeric: true,
    cell: ({ contacts }) => <Counted of={contacts} one="contact" />,
  },
];

type Brand = Awaited<ReturnType<typeof loadBrand>>;

/** A brand's contacts: a form for those who may change them, a list for others. */
export const BrandContacts = (brand: Brand & { refused: Partial<FormFields> | undefined }) =>
  brand.mayChange ? <BrandContactsForm {...brand} /> : <BrandContactList {...brand} />;

const BrandContactList = ({ contacts }: Brand) => (
  <Panel title="Contacts" lead={`${texts.contactsLead} ${texts.readOnly}`}>
    <Table
      caption="Contacts"
      columns={contactColumns}
      rows={contacts}
      rowKey={({ email }) => email}
      empty={
        <EmptyState icon="ad" title="No List Found">
          {texts.noContacts}
        </EmptyState>
      }
    />
  </Panel>
);

const contactColumns: Column<Brand["contacts"][number]>[] = [
  { key: "name", header: "Name", card: "title", cell: ({ name }) => name },
  { key: "email", header: "Email", cell: ({ email }) => email },
  { key: "role", header: "Role", cell: ({ role }) => role ?? null },
  { key: "phone", header: "Phone", cell: ({ phone }) => phone ?? null },
];

/** A line for each contact, with empty lines for more. */
const BrandContactsForm = ({
  places,
  constraints,
  values,
  refused,
}: Brand & { refused: Partial<FormFields> | undefined }) => (
  <Panel title="Contacts" lead={`${texts.contactsLead} ${texts.phone} ${texts.clear}`}>
    <Form fields={{ constraints, values, ...refused }} className="!max-w-none">
      <VersionField />
      {places.map((place) => (
        <fieldset
          key={place}
          data-part={`Contact ${place + 1}`}
          className="grid min-w-0 grid-cols-2 items-start gap-3 border-t border-line pt-4 max-md:[&>:nth-child(-n+3)]:col-span-2"
        >
          <legend className="sr-only">Contact {place + 1}</legend>
          <TextField name={`contacts[${place}].name`} label="Name" />
          <EmailField name={`contacts[${place}].email`} label="Email" />
          <TextField name={`contacts[${place}].role`} label="Role" />
          <TextField name={`contacts[${place}].phone`} label="Phone" />
        </fieldset>
      ))}
      <FormActions>
        <Button variant="primary">Save contacts</Button>
        <ButtonLink to={here}>Cancel</ButtonLink>
      </FormActions>
    </Form>
  </Panel>
);
