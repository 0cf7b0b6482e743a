import { Form } from "@remix-run/react";
import { useEffect, useId, useRef } from "react";
import { messages } from "#contract/base/messages";
import { longestSearch } from "~/ui/form-fields";
import { Button, ButtonLink } from "~/ui/frame/button";
import { useFigures } from "~/ui/frame/figures";
import { PostForm } from "~/ui/frame/post-form";
import { unitUsersTexts } from "./texts";
import type { UnitUsers } from "./unit-users.server";

/**
 * The dialog's two lists, side by side if there is room: users who can be assigned, and those who
 * are (ASN-1).
 */
export function UserLists({ data }: { data: UnitUsers }) {
  const { kind, left, right, who } = data;
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <UserList
        heading="Users"
        move="assign"
        list={left}
        empty={who ? messages.userNotFound : messages.unassignUsers(kind)}
        search={<UserSearch data={data} />}
      />
      <UserList
        heading="Assigned Users"
        move="unassign"
        list={right}
        empty={who ? messages.userNotFound : messages.assignUsers(kind)}
      />
    </div>
  );
}

type ListProps = {
  heading: string;
  move: "assign" | "unassign";
  list: UnitUsers["left"];
  empty: string;
  search?: JSX.Element;
};

/**
 * One list: a plain form with a button in each row, and ticks for the button that moves several.
 * Select-all also works without script.
 */
function UserList({ heading, move, list, empty, search }: ListProps) {
  const { users, total, failed } = list;
  const { figure } = useFigures();
  const headingId = useId();
  const form = useRef<HTMLFormElement>(null);
  const all = useRef<HTMLInputElement>(null);
  const findTicks = () =>
    Array.from(form.current?.querySelectorAll<HTMLInputElement>("input[name=id]") ?? []);
  const readTicks = () => {
    const boxes = findTicks();
    if (all.current) all.current.checked = boxes.length > 0 && boxes.every((box) => box.checked);
  };
  const isFirst = useRef(true);
  useEffect(() => {
    // a user who moved here is not ticked, so select-all is computed again (spec section 4); on the
    // first run, ticks from before the script ran stay
    if (!isFirst.current) readTicks();
    isFirst.current = false;
  });
  return (
    <section
      aria-labelledby={headingId}
      className="flex h-[405px] min-w-0 flex-col rounded-lg border border-line"
      data-list={move}
    >
      <div className="border-b border-line p-2">
        <h3 id={headingId} className="px-1 font-semibold">
          {heading}{" "}
          <span className="text-sm font-normal tabular-nums text-ink-3">{figure(total)}</span>
        </h3>
        {search}
      </div>
      <PostForm ref={form} id={move} preventScrollReset className="flex min-h-0 flex-1 flex-col">
        <input type="hidden" name="move" value={move} />
        {users.length > 0 ? (
          <>
            <div className="flex items-center justify-between gap-2 border-b border-line px-2 py-1">
              <label className="flex min-h-[32px] items-center gap-2 px-1 text-sm">
                <input
                  ref={all}
                  type="checkbox"
                  name="all"
                  className="tick"
                  onChange={(event) => {
                    for (const box of findTicks()) box.checked = event.currentTarget.checked;
                  }}
                />
                {total > users.length ? `Select all ${figure(total)} that match` : "Select all"}
              </label>
              <Button small icon={move === "assign" ? "plus" : "minus"}>
                {verbs[move]} selected
              </Button>
            </div>
            <ul className="min-h-0 flex-1 overflow-y-auto" onChange={readTicks}>
              {users.map((user) => (
                <UserRow key={user.ref} user={user} move={move} />
              ))}
            </ul>
            {total > users.length ? (
              <p className="border-t border-line px-3 py-1.5 text-xs text-ink-3">
                {unitUsersTexts.first(users.length, figure(total))}
              </p>
            ) : null}
          </>
        ) : (
          <p
            role={failed ? "alert" : undefined}
            className={`m-auto px-4 text-center ${failed ? "text-bad" : "text-ink-2"}`}
          >
            {failed ?? empty}
          </p>
        )}
      </PostForm>
    </section>
  );
}

const verbs = { assign: "Assign", unassign: "Unassign" };

function UserRow({
  user,
  move,
}: Pick<ListProps, "move"> & { user: UnitUsers["left"]["users"][number] }) {
  return (
    <li className="flex items-center gap-2 border-b border-line px-2 last:border-b-0">
      <label className="flex min-h-[44px] min-w-0 flex-1 items-center gap-2 px-1">
        <input type="checkbox" name="id" value={user.ref} className="tick shrink-0" />
        <span className="min-w-0">
          <span className="block truncate" title={user.name}>
            {user.username}
          </span>
          {move === "assign" ? (
            <small className="block truncate text-xs text-ink-3" title={user.assignTo ?? undefined}>
              {user.assignTo ?? "Not assigned yet"}
            </small>
          ) : null}
        </span>
      </label>
      <Button
        name="one"
        value={user.ref}
        small
        iconOnly
        variant="quiet"
        icon={move === "assign" ? "plus" : "minus"}
      >
        {`${verbs[move]} ${user.username}`}
      </Button>
    </li>
  );
}

/** Narrows both lists; for a store, `free` narrows the left one to users without a store. */
function UserSearch({ data: { kind, ref, open, who, free, hereTo } }: { data: UnitUsers }) {
  const hidden = Object.entries({ kind, id: ref, ...open }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return (
    <Form
      method="get"
      role="search"
      aria-label="Find users"
      preventScrollReset
      className="mt-1 flex flex-wrap items-center gap-2"
    >
      {hidden.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input
        key={who}
        type="search"
        name="who"
        aria-label="Find users"
        placeholder="Username or name"
        defaultValue={who}
        maxLength={longestSearch}
        className="control flex-1"
      />
      <Button>Find</Button>
      {who || free ? (
        <ButtonLink to={hereTo} preventScrollReset variant="quiet" small>
          Clear
        </ButtonLink>
      ) : null}
      {kind === "store" ? (
        <label className="flex w-full items-center gap-2 text-sm">
          <input type="checkbox" name="free" defaultChecked={free} className="tick" />
          Unassigned only
        </label>
      ) : null}
    </Form>
  );
}
