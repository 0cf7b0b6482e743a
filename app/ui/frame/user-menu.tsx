import { Button, ButtonLink } from "./button";
import { Menu } from "./menu";
import { PostForm } from "./post-form";

export type ShellUser = {
  name: string;
  role: string;
  email?: string;
  accountTo?: string;
  shortcutsTo?: string;
  /** The address of the sign-out form. */
  signOutTo: string;
};

export function UserMenu({ user }: { user: ShellUser }) {
  return (
    <Menu
      buttonClass="grid h-9 w-9 shrink-0 touch:h-11 touch:w-11 place-items-center rounded-full bg-sunken text-sm font-semibold hover:bg-line"
      label={
        <>
          <span aria-hidden="true">{initials(user.name)}</span>
          <span className="sr-only">Account of {user.name}</span>
        </>
      }
    >
      <div className="w-56 px-2.5 pb-2 pt-1">
        <p className="font-semibold [overflow-wrap:anywhere]">{user.name}</p>
        <p className="text-sm text-ink-2">{user.role}</p>
        {user.email ? <p className="truncate text-sm text-ink-3">{user.email}</p> : null}
      </div>
      {user.accountTo ? (
        <ButtonLink to={user.accountTo} icon="user">
          Account
        </ButtonLink>
      ) : null}
      {user.shortcutsTo ? (
        <ButtonLink to={user.shortcutsTo} icon="menu">
          Keyboard shortcuts
        </ButtonLink>
      ) : null}
      <PostForm action={user.signOutTo} reloadDocument>
        <Button icon="sign-out">Sign out</Button>
      </PostForm>
    </Menu>
  );
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join("")
    .toUpperCase();
