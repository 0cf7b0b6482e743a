import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NotificationList } from "~/features/notifications/notification-list";
import { loadNotifications, markRead } from "~/features/notifications/notifications.server";
import { notificationsTexts } from "~/features/notifications/texts";
import { requireAdmin } from "~/lib/session/guard.server";
import { Button } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";
import { PostForm } from "~/ui/frame/post-form";

export const meta: MetaFunction = () => [{ title: "Notifications · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadNotifications(args, await requireAdmin(args));
}

export async function action(args: ActionFunctionArgs) {
  await markRead(args, await requireAdmin(args));
  const { pathname, search } = new URL(args.request.url);
  return redirect(pathname.replace(/\.data$/, "") + search);
}

export default function Notifications() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Notifications"
        lead={notificationsTexts.lead}
        actions={
          data.hasUnread ? (
            <PostForm>
              <input type="hidden" name="all" value="on" />
              <Button icon="check">Mark all as read</Button>
            </PostForm>
          ) : null
        }
      />
      <NotificationList {...data} />
    </>
  );
}
