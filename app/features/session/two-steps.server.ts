import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import type { z } from "zod";
import { dateIn, showDate } from "#contract/base/dates";
import { timeZones } from "#contract/base/time-zones";
import {
  AddPasskeyForm,
  beginPasskey,
  ConfirmPasskeyForm,
  type CreationOptions,
  confirmPasskey,
  RemovePasskeyForm,
  removePasskey,
} from "#contract/session/passkeys";
import {
  beginTwoSteps,
  CodeForm,
  confirmTwoSteps,
  ownTwoSteps,
  PasswordAndCodeForm,
  PasswordForm,
  renewRecoveryCodes,
  turnOffTwoSteps,
} from "#contract/session/two-steps";
import { constraintsOf, type FormResult, readForm } from "~/lib/forms/forms.server";
import { drawQr } from "~/lib/images/qr.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { homePath } from "~/lib/session/home";
import { accountPath, twoStepsPath } from "./paths";
import { passkeyTexts } from "./two-step-words";

/** Loads a person's own two-step sign-in, whether or not a company's rule demands it. */
export async function loadTwoSteps({ api, user, figures }: PageContext) {
  const { data: own } = await load(() => api.call(ownTwoSteps, {}));
  const { begun, since: _, recoveryCodesLeft, passkeys, ...state } = own;
  const dayOf = (at: string) => showDate(dateIn(timeZones[0] ?? "UTC", new Date(at)));
  return {
    ...state,
    username: user.username,
    mustEnrol: user.mustEnrol,
    isOpened: user.openedBy !== null,
    codesLeft: figures.counted(recoveryCodesLeft, "recovery code"),
    begun: begun && {
      secret: begun.secret.match(/.{1,4}/g)?.join(" ") ?? "",
      qr: drawQr(begun.uri),
    },
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      added: dayOf(createdAt),
      lastUsed: lastUsedAt ? dayOf(lastUsedAt) : passkeyTexts.neverUsed,
    })),
    home: user.mustEnrol ? null : homePath(user),
    accountPath,
    constraints: {
      begin: constraintsOf(PasswordForm),
      confirm: constraintsOf(CodeForm),
      both: constraintsOf(PasswordAndCodeForm),
      passkey: constraintsOf(AddPasskeyForm),
      passkeyRemove: constraintsOf(RemovePasskeyForm),
    },
  };
}

type Answer = {
  result?: FormResult;
  recoveryCodes?: string[];
  passkey?: { token: string; name: string; options: CreationOptions };
};

/**
 * Saves the page's form with the posted ID. Recovery codes are in the answer itself, so that no
 * later page can show them.
 */
export async function changeTwoSteps(args: ActionFunctionArgs, { api }: PageContext) {
  const submit = async <S extends z.ZodType, T extends { message: string }>(
    schema: S,
    save: (value: z.output<S>) => Promise<T>,
  ) => {
    const form = await readForm(args.request, schema);
    if (form.value === undefined) return { reply: undefined, refused: form.refused() };
    const { value } = form;
    return form.submit(() => save(value));
  };
  const refusedAs = ({ data: result, init }: { data: FormResult; init: ResponseInit | null }) =>
    data<Answer>({ result: { ...result, fields: { errors: result.fields.errors } } }, init ?? {});
  const home = (message: string) => {
    args.context.session.flash("success", message);
    return redirect(twoStepsPath);
  };
  switch (args.context.posted?.form) {
    case "confirm": {
      const { reply, refused } = await submit(CodeForm, (body) =>
        api.call(confirmTwoSteps, { body }),
      );
      return refused
        ? refusedAs(refused)
        : data<Answer>({ recoveryCodes: reply.data.recoveryCodes });
    }
    case "renew": {
      const { reply, refused } = await submit(PasswordAndCodeForm, (body) =>
        api.call(renewRecoveryCodes, { body }),
      );
      return refused
        ? refusedAs(refused)
        : data<Answer>({ recoveryCodes: reply.data.recoveryCodes });
    }
    case "off": {
      const { reply, refused } = await submit(PasswordAndCodeForm, (body) =>
        api.call(turnOffTwoSteps, { body }),
      );
      return refused ? refusedAs(refused) : home(reply.message);
    }
    case "passkey": {
      const { reply, refused } = await submit(AddPasskeyForm, async ({ name, ...body }) => {
        const { message, data } = await api.call(beginPasskey, { body });
        return { message, passkey: { ...data, name } };
      });
      return refused
        ? data<Answer>({ result: refused.data }, refused.init ?? {})
        : data<Answer>({ passkey: reply.passkey });
    }
    case "passkey-confirm": {
      const { reply, refused } = await submit(ConfirmPasskeyForm, (body) =>
        api.call(confirmPasskey, { body }),
      );
      if (!refused) return home(reply.message);
      // people fill in none of its fields
      const errors = Object.values(refused.data.fields.errors ?? {}).flat();
      return data<Answer>(
        { result: { ...refused.data, form: "passkey", fields: { errors: { "": errors } } } },
        refused.init ?? {},
      );
    }
    case "passkey-remove": {
      const { reply, refused } = await submit(RemovePasskeyForm, (body) =>
        api.call(removePasskey, { body }),
      );
      return refused
        ? data<Answer>({ result: refused.data }, refused.init ?? {})
        : home(reply.message);
    }
    default: {
      const { refused } = await submit(PasswordForm, (body) => api.call(beginTwoSteps, { body }));
      return refused ? refusedAs(refused) : redirect(twoStepsPath);
    }
  }
}
