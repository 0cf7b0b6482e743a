import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { dateIn, showDate } from "#contract/base/dates";
import { timeZones } from "#contract/base/time-zones";
import {
  askForErasure,
  findErasureRequest,
  findPersonalData,
  withdrawErasure,
} from "#contract/users/personal-data";
import { accountPath, myDataPath, storeAccountPath } from "~/features/session/paths";
import { confirmations } from "~/lib/forms/confirmation.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { homePath } from "~/lib/session/home";
import { myDataTexts } from "./texts";

/** Loads a person's page about their data, for everyone who is signed in, store managers too. */
export async function loadMyData(pageContext: PageContext) {
  const { user, person } = pageContext;
  const { erasureAskedAt, mayErase } = (
    await load(() => pageContext.api.call(findErasureRequest, {}))
  ).data;
  const askedOn =
    erasureAskedAt && showDate(dateIn(timeZones[0] ?? "UTC", new Date(erasureAskedAt)));
  return {
    home: homePath(user),
    accountPath: person.role === "ROLE_Store_Music_Manager" ? storeAccountPath : accountPath,
    isOpened: user.openedBy !== null,
    state: askedOn
      ? myDataTexts.erasureRequested(askedOn, mayErase)
      : myDataTexts.carriedOut(mayErase),
    ask: askedOn ? null : erasureConfirmations.linkTo("erasure", null, pageContext),
  };
}

/** Withdraws the request for erasure. */
export async function withdrawMyErasure(args: ActionFunctionArgs, { api }: PageContext) {
  const { message } = await load(() => api.call(withdrawErasure, {}));
  args.context.session.flash("success", message);
  return redirect(myDataPath);
}

/** Gives all data held about the person as a JSON file. */
export async function downloadMyData({ api, user }: PageContext): Promise<Response> {
  const { data } = await load(() => api.call(findPersonalData, {}));
  const name = `personal-data-${user.username.replace(/[^\w.-]/g, "_")}-${data.madeAt.slice(0, 10)}.json`;
  return new Response(JSON.stringify(data, null, 2), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
    },
  });
}

export const erasureConfirmations = confirmations({
  find: async (_guarded: PageContext) => null,
  path: () => myDataPath,
  acts: {
    erasure: {
      label: "Ask for erasure",
      ask: () => ({
        title: myDataTexts.askTitle,
        message: myDataTexts.askMessage,
        confirmLabel: "Ask for erasure",
      }),
      call: ({ api }) => api.call(askForErasure, {}),
    },
  },
});
