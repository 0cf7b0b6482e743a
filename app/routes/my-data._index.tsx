import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadMyData, withdrawMyErasure } from "~/features/personal-data/personal-data.server";
import { myDataTexts } from "~/features/personal-data/texts";
import { OwnPage } from "~/features/session/own-page";
import { myDataDownloadPath } from "~/features/session/paths";
import { requireUser } from "~/lib/session/guard.server";
import { Button, ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { PostForm } from "~/ui/frame/post-form";

export const meta: MetaFunction = () => [{ title: `${myDataTexts.title} · Fever In-Store` }];

export const loader = async (args: LoaderFunctionArgs) => loadMyData(await requireUser(args));
export const action = async (args: ActionFunctionArgs) =>
  withdrawMyErasure(args, await requireUser(args));

export default function MyData() {
  const { home, accountPath, isOpened, state, ask } = useLoaderData<typeof loader>();
  return (
    <OwnPage home={home} back={{ to: accountPath, label: "Account" }} signOutTo="/logout">
      <PageHead title={myDataTexts.title} lead={isOpened ? myDataTexts.opened : myDataTexts.lead} />
      {isOpened ? null : (
        <>
          <Panel title="Download" lead={myDataTexts.download}>
            <ButtonLink to={myDataDownloadPath} icon="download" download reloadDocument>
              Download my data
            </ButtonLink>
          </Panel>
          <Panel title="Erasure" lead={myDataTexts.erase}>
            <p className="mb-4 max-w-prose">{state}</p>
            {ask ? (
              <ConfirmLink {...ask} variant="danger" />
            ) : (
              <PostForm>
                <Button>Withdraw request</Button>
              </PostForm>
            )}
          </Panel>
        </>
      )}
    </OwnPage>
  );
}
