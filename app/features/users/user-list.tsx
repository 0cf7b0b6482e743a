import type { useLoaderData } from "@remix-run/react";
import { roles } from "#contract/base/roles";
import { levels } from "#contract/base/scope";
import { EmailState, emailStateOptions } from "~/ui/email-state";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { EmptyState } from "~/ui/frame/empty-state";
import { FilterBar, FilterSearch, FilterSelect } from "~/ui/frame/filter-bar";
import { RowMenu } from "~/ui/frame/menu";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { Pill, type Tone } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import { Tabs } from "~/ui/frame/tabs";
import { usersPath as here, userAddPath, userEditPath } from "./paths";
import { usersTexts } from "./texts";
import type { loadUsers } from "./users.server";

type Data = ReturnType<typeof useLoaderData<typeof loadUsers>>;
type Row = Data["rows"][number];

const tones: Record<Row["status"], Tone> = { active: "ok", invited: "info", inactive: "idle" };

/** Tabs for provider staff between the company's users and their own colleagues. */
export function UserOwnerTabs({ of, provider, companyName }: Data) {
  if (!provider) return null;
  return (
    <Tabs
      label="Whose users"
      tabs={[
        ...(companyName ? [{ label: companyName, to: here, current: of === "company" }] : []),
        { label: "Fever staff", to: withMembers(here, { of: "staff" }), current: of === "staff" },
      ]}
    />
  );
}

export function UserTable({ rows, address, sort, row, page, of }: Data) {
  const { of: ofStaff, sort: _, ...filters } = address;
  const inUse = Object.values(filters).filter(Boolean).length;
  const limit = sizeMember(page.limit);
  const staff = of === "staff";
  return (
    <Panel>
      <UserFilters address={address} staff={staff} active={inUse} limit={limit} />
      <Table
        caption="Users"
        columns={columns(address, staff)}
        rows={rows}
        rowKey={(row) => row.ref}
        sort={{
          by: sort,
          href: (by) =>
            withMembers(here, address, { sort: by === "username" ? undefined : by, limit }),
        }}
        empty={<NoUsers filtered={inUse > 0} address={{ of: ofStaff }} />}
      />
      <ListPager
        page={page}
        row={row}
        rowCount={rows.length}
        href={(place) => withMembers(here, { ...address, limit }, place)}
      />
    </Panel>
  );
}

function UserFilters({
  address: { of: ofStaff, sort, ...filters },
  staff,
  active,
  limit,
}: Pick<Data, "address"> & { staff: boolean; active: number; limit: number | undefined }) {
  const options = Object.entries(roles)
    .filter(([, { category }]) => category === (staff ? "f" : "c"))
    .map(([value, { label }]) => ({ value, label }));
  return (
    <FilterBar
      label="Filter users"
      clearTo={withMembers(here, { of: ofStaff })}
      active={active}
      hidden={{ of: ofStaff, sort, limit }}
      search={
        <FilterSearch
          name="search"
          label="Search"
          value={filters.search}
          placeholder="Name, username or email"
        />
      }
    >
      <FilterSelect
        name="role"
        label="Role"
        any="All roles"
        value={filters.role}
        options={options}
      />
      <FilterSelect
        name="status"
        label="Status"
        any="Any status"
        value={filters.status}
        options={statuses}
      />
      <FilterSelect
        name="mail"
        label="Email"
        any="Any email state"
        value={filters.mail}
        options={emailStateOptions}
      />
      {staff ? null : (
        <>
          <FilterSelect
            name="level"
            label="Level"
            any="All levels"
            value={filters.level}
            options={levelOptions}
          />
          <FilterSelect
            name="unassigned"
            label="Store"
            any="With or without"
            value={filters.unassigned}
            options={storeOptions}
          />
        </>
      )}
    </FilterBar>
  );
}

const columns = (address: Data["address"], staff: boolean): Column<Row>[] => [
  {
    key: "name",
    header: "Name",
    sortKey: "name",
    card: "title",
    cell: (row) => <b className="font-semibold [overflow-wrap:anywhere]">{row.name}</b>,
  },
  {
    key: "state",
    header: "Status",
    sortKey: "status",
    card: "aside",
    cell: (row) => <Pill tone={tones[row.status]}>{row.state}</Pill>,
  },
  {
    key: "username",
    header: "Username",
    sortKey: "username",
    cell: (row) => (
      <span className="block max-md:text-right [overflow-wrap:anywhere]">
        {row.username}
        <span className="block text-sm text-ink-3">{row.email}</span>
        <EmailState email={row.mail} of={row.username} />
      </span>
    ),
  },
  {
    key: "role",
    sortKey: "role",
    header: staff ? "Role" : "Role and scope",
    cell: (row) => (
      <span className="block max-md:text-right">
        {row.role}
        {row.level ? (
          <span className="block text-sm text-ink-3">
            {[levelLabel(row.level), row.units].filter(Boolean).join(": ")}
          </span>
        ) : null}
      </span>
    ),
  },
  {
    key: "seen",
    header: "Last sign-in",
    sortKey: "seen",
    cell: (row) => row.lastSeen ?? <span className="text-ink-3">Never</span>,
  },
  {
    key: "act",
    header: "Actions",
    card: "corner",
    cell: (row) =>
      row.acts.length === 0 ? null : (
        <RowMenu of={row.username}>
          <ButtonLink to={withMembers(userEditPath(row.ref), address)}>
            Edit<span className="sr-only"> {row.username}</span>
          </ButtonLink>
          {row.acts.map((act) => (
            <ConfirmLink
              key={act.to}
              {...act}
              of={row.username}
              variant={act.danger === false ? "plain" : "danger"}
            />
          ))}
        </RowMenu>
      ),
  },
];

function NoUsers({
  filtered,
  address,
}: {
  filtered: boolean;
  address: Parameters<typeof withMembers>[1];
}) {
  if (filtered)
    return (
      <EmptyState
        title="No Data Found"
        action={<ButtonLink to={withMembers(here, address)}>Show all users</ButtonLink>}
      >
        {usersTexts.noMatch}
      </EmptyState>
    );
  return (
    <EmptyState
      icon="users"
      title="No List Found"
      action={<ButtonLink to={withMembers(userAddPath, address)}>Add user</ButtonLink>}
    >
      {usersTexts.none}
    </EmptyState>
  );
}

const statuses = [
  { value: "active", label: "Active" },
  { value: "invited", label: "Invited" },
  { value: "inactive", label: "Inactive" },
];
const levelLabel = (level: string) => level.charAt(0).toUpperCase() + level.slice(1);
const levelOptions = levels.map((level) => ({ value: level, label: levelLabel(level) }));
const storeOptions = [
  { value: "true", label: "Without a store" },
  { value: "false", label: "With a store" },
];
