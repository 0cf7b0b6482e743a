import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { updateNotificationCount } from "#contract/notifications/endpoints";
import { loadNotifications } from "~/features/notifications/notifications.server";
import { notificationsPath as here } from "~/features/notifications/paths";
import { notificationsTexts } from "~/features/notifications/texts";
import { load, requireAdmin } from "~/lib/guard.server";
import { withMembers } from "~/ui/frame/address";
import { Button } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { PageHead } from "~/ui/frame/page-head";
import { ListPager } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { PostForm } from "~/ui/frame/post-form";
import { TextLink } from "~/ui/frame/text-link";

export const meta: MetaFunction = () => [{ title: "Notifications · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadNotifications(args, await requireAdmin(args));
}

/** Marks all as read. */
export async function action(args: ActionFunctionArgs) {
  const { api } = await requireAdmin(args);
  const { message } = await load(() => api.call(updateNotificationCount, { body: { count: 0 } }));
  args.context.session.flash("success", message);
  return redirect(here);
}

export default function Notifications() {
  const { rows, hasUnread, row, page } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Notifications"
        lead={notificationsTexts.lead}
        actions={
          hasUnread ? (
            <PostForm>
              <Button icon="check">Mark all as read</Button>
            </PostForm>
          ) : null
        }
      />
      <Panel padded={false}>
        {rows.length === 0 ? (
          <EmptyState icon="bell" title="No notifications yet">
            {notificationsTexts.none}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <li key={row.id} className="flex flex-wrap items-start gap-x-3 gap-y-1 px-4 py-3">
                <Pill tone={row.tone}>{row.words}</Pill>
                <div className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
                  <p className={row.read ? "" : "font-semibold"}>
                    {row.read ? null : <span className="sr-only">Unread: </span>}
                    {row.to ? <TextLink to={row.to}>{row.title}</TextLink> : row.title}
                  </p>
                  {row.detail ? <p className="text-sm text-ink-2">{row.detail}</p> : null}
                </div>
                <span className="whitespace-nowrap text-sm text-ink-3">{row.at}</span>
              </li>
            ))}
          </ul>
        )}
        <ListPager page={page} row={row} shown={rows.length} href={(place) => withMembers(here, place)} />
      </Panel>
    </>
  );
}
