import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { OwnPage } from "~/features/session/own-page";
import { CreatePasskeyPanel, PasskeysPanel } from "~/features/session/passkey-panels";
import {
  BeginPanel,
  CodesPanel,
  ConfirmPanel,
  OffPanel,
  RenewPanel,
} from "~/features/session/two-step-panels";
import { twoStepTexts } from "~/features/session/two-step-words";
import { changeTwoSteps, loadTwoSteps } from "~/features/session/two-steps.server";
import { requireUser } from "~/lib/session/guard.server";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Two-step sign-in · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) => loadTwoSteps(await requireUser(args));
export const action = async (args: ActionFunctionArgs) =>
  changeTwoSteps(args, await requireUser(args));

/** Lies outside the admin area, which is closed until people who must set this up have done so. */
export default function TwoSteps() {
  const {
    home,
    accountPath,
    mustEnrol,
    on,
    codesLeft,
    begun,
    required,
    isOpened,
    passkeys,
    constraints,
  } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const result = answer?.result;
  const of = (form: string) => (result?.form === form ? result.fields : {});
  const codes = answer?.recoveryCodes;
  return (
    <OwnPage
      home={home ?? "/two-steps"}
      back={home ? { to: accountPath, label: "Account" } : undefined}
      signOutTo="/logout"
    >
      <PageHead
        title={twoStepTexts.title}
        lead={
          mustEnrol && !codes
            ? twoStepTexts.required
            : on
              ? twoStepTexts.on(codesLeft, passkeys.length > 0)
              : undefined
        }
      />
      <Failure failure={result?.failure} />
      {codes ? <CodesPanel codes={codes} /> : null}
      {!on && begun ? (
        <ConfirmPanel
          begun={begun}
          fields={{ constraints: constraints.confirm, ...of("confirm") }}
        />
      ) : null}
      {on || isOpened ? null : (
        <BeginPanel
          again={begun !== null}
          fields={{ constraints: constraints.begin, ...of("begin") }}
        />
      )}
      {answer?.passkey ? <CreatePasskeyPanel newPasskey={answer.passkey} /> : null}
      {on && !codes && !answer?.passkey && !isOpened ? (
        <>
          <PasskeysPanel
            passkeys={passkeys}
            add={{ constraints: constraints.passkey, ...of("passkey") }}
            remove={{ constraints: constraints.passkeyRemove, ...of("passkey-remove") }}
          />
          <RenewPanel fields={{ constraints: constraints.both, ...of("renew") }} />
          {required ? null : <OffPanel fields={{ constraints: constraints.both, ...of("off") }} />}
        </>
      ) : null}
    </OwnPage>
  );
}
