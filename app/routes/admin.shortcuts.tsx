import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ShortcutList } from "~/features/shortcuts/shortcut-list";
import { shortcutsTexts } from "~/features/shortcuts/texts";
import { requireAdmin } from "~/lib/session/guard.server";
import { menuOf } from "~/lib/session/home";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";

export const meta: MetaFunction = () => [{ title: "Keyboard shortcuts · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  const { person } = await requireAdmin(args);
  return menuOf(person).map(({ label, to, letter }) => ({ label, to, letter }));
}

export default function ShortcutsPage() {
  const pages = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Keyboard shortcuts" lead={shortcutsTexts.lead} />
      <Panel>
        <ShortcutList pages={pages} />
      </Panel>
    </>
  );
}
