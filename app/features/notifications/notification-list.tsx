import type { useLoaderData } from "@remix-run/react";
import { EmailState } from "~/ui/email-state";
import { withMembers } from "~/ui/frame/address";
import { Button } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import type { loadNotifications } from "./notifications.server";
import { notificationsPath as here } from "./paths";
import { notificationsTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadNotifications>>;
type Row = Data["rows"][number];

export function NotificationList({ rows, row, page, cursor }: Data) {
  return (
    <Panel>
      <Table
        caption="Notifications"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.ref}
        bulk={{
          formId: "bulk",
          action: withMembers(here, {
            cursor,
            row: row > 1 ? row : undefined,
            limit: sizeMember(page.limit),
          }),
          label: (row) => `Select ${row.title}`,
          ticks: ({ read }) => !read,
          total: page.total,
          actions: (
            <Button small icon="check">
              Mark as read
            </Button>
          ),
        }}
        empty={
          <EmptyState icon="bell" title="No notifications yet">
            {notificationsTexts.none}
          </EmptyState>
        }
      />
      <ListPager
        page={page}
        row={row}
        rowCount={rows.length}
        href={(place) => withMembers(here, place)}
      />
    </Panel>
  );
}

const columns: Column<Row>[] = [
  {
    key: "title",
    header: "Notification",
    card: "title",
    cell: ({ read, to, title, detail, mail }) => (
      <div className="[overflow-wrap:anywhere] md:min-w-[240px]">
        <p className={read ? "" : "font-semibold"}>
          {read ? null : <span className="sr-only">Unread: </span>}
          {to ? <TextLink to={to}>{title}</TextLink> : title}
        </p>
        {detail ? <p className="text-sm text-ink-2">{detail}</p> : null}
        <EmailState email={mail} of={title} />
      </div>
    ),
  },
  {
    key: "kind",
    header: "Kind",
    card: "aside",
    cell: ({ tone, words }) => <Pill tone={tone}>{words}</Pill>,
  },
  {
    key: "at",
    header: "Received",
    card: "plain",
    cell: ({ at }) => <span className="whitespace-nowrap text-sm text-ink-3">{at}</span>,
  },
];
