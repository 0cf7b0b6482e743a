import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "./button";
import { Icon } from "./icon";
import { Logo } from "./logo";
import { usePopover } from "./menu";
import { PostForm } from "./post-form";

/** `counted` names the counted things for screen readers: "new". */
export type MenuItem = {
  label: string;
  to: string;
  current?: boolean;
  count?: number;
  counted?: string;
};

/** A group without a name (Dashboard) comes first and has no heading. */
export type MenuGroup = { group: string | null; items: MenuItem[] };

export type ShellCompany = { name: string; detail?: string };

/**
 * Lets provider staff choose a company by a select and a button, which work without script.
 */
export type CompanyChooser = {
  action: string;
  /** The name of the select. */
  name: string;
  value: string | null;
  options: { id: string; name: string }[];
  /** Hidden fields to post, such as the page to return to. */
  hidden?: ReactNode;
};

export type SideMenuProps = {
  menu: MenuGroup[];
  company: ShellCompany | null;
  companies?: CompanyChooser | undefined;
};

/** The areas and the company: on the left, on phones behind the button "Menu". */
export function SideMenu({ menu, company, companies }: SideMenuProps) {
  const side = usePopover<HTMLElement>();
  return (
    <aside
      ref={side}
      id="menu"
      popover="auto"
      className="print:hidden m-0 max-h-none w-full border-0 bg-ground p-3 text-ink max-md:inset-0 max-md:h-full max-md:overflow-auto md:static md:row-span-2 md:block md:h-auto md:p-0"
    >
      <div className="grid content-start gap-4 md:sticky md:top-0 md:max-h-screen md:overflow-y-auto md:px-2 md:py-3">
        <div className="flex items-center justify-between">
          <Logo />
          <button
            type="button"
            className="btn md:hidden"
            popovertarget="menu"
            popovertargetaction="hide"
          >
            <Icon name="close" size={16} />
            Close
          </button>
        </div>
        {company || companies ? <CompanyBox company={company} companies={companies} /> : null}
        <nav
          aria-label="Areas"
          className="grid divide-y divide-line [&>*]:py-2 [&>:first-child]:pt-0"
        >
          {menu.map((group) => (
            <MenuSection key={group.group ?? ""} {...group} />
          ))}
        </nav>
      </div>
    </aside>
  );
}

function MenuSection({ group, items }: MenuGroup) {
  return (
    <div>
      {group ? <h2 className="px-2 pb-1 text-xs font-semibold text-ink-3">{group}</h2> : null}
      <ul className="grid gap-px">
        {items.map((item) => (
          <li key={item.to}>
            <MenuLink {...item} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function MenuLink({ label, to, current, count, counted }: MenuItem) {
  return (
    <Link
      to={to}
      aria-current={current ? "page" : undefined}
      className="flex min-h-[28px] items-center gap-2.5 rounded px-2 py-0.5 text-ink-2 no-underline hover:bg-sunken hover:text-ink aria-[current]:bg-ink aria-[current]:font-semibold aria-[current]:text-paper max-md:min-h-[44px] touch:min-h-[44px]"
    >
      {label}
      {count ? (
        <span className="ml-auto text-xs font-semibold text-bad [[aria-current]_&]:text-inherit">
          <Count of={count} spoken={counted} />
        </span>
      ) : null}
    </Link>
  );
}

/** Shows a count up to 99; the platform counts no further than 100. */
export function Count({ of, spoken }: { of: number; spoken: string | undefined }) {
  return (
    <>
      {of > 99 ? "99+" : of}
      {spoken ? <span className="sr-only"> {spoken}</span> : null}
    </>
  );
}

function CompanyBox({ company, companies }: Omit<SideMenuProps, "menu">) {
  const face = (
    <span className="min-w-0 text-left">
      <span className="block font-semibold [overflow-wrap:anywhere]">
        {company?.name ?? "Choose a company"}
      </span>
      {company?.detail ? <span className="block text-xs text-ink-3">{company.detail}</span> : null}
    </span>
  );
  if (!companies) return <div className="px-2">{face}</div>;
  return (
    <details className="group" key={companies.value}>
      <summary className="flex items-center justify-between gap-2 rounded-lg px-2 py-1.5 hover:bg-sunken touch:min-h-[44px]">
        {face}
        <Icon name="down" size={16} className="group-open:rotate-180" />
      </summary>
      <PostForm action={companies.action} className="grid gap-2 px-2 pb-1 pt-2">
        {companies.hidden}
        <label htmlFor="company-choice" className="text-xs font-medium text-ink-2">
          Company
        </label>
        <select
          id="company-choice"
          name={companies.name}
          autoComplete="off"
          defaultValue={companies.value ?? ""}
          required
          className="control"
        >
          {companies.value ? null : <option value="">Choose</option>}
          {companies.options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.name}
            </option>
          ))}
        </select>
        <Button>Open company</Button>
      </PostForm>
    </details>
  );
}
