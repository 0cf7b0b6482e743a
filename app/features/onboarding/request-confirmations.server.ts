import {
  findRequest,
  mailAnswer,
  type PublicRequest,
  removeRequest,
} from "#contract/onboarding/endpoints";
import { confirmations } from "~/lib/forms/confirmation.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { requestPath, requestsPath } from "./paths";
import { requestTexts } from "./texts";

type Item = { id: number; ref: string; name: string; email: string };

const asItem = (
  { id, companyName, personName, email }: PublicRequest,
  { ids }: PageContext,
): Item => ({
  id,
  ref: ids.encrypt("request", id),
  name: companyName ?? personName,
  email,
});

/** Deletes a visitor's request, for example because they ask for it, or emails the answer again. */
export const requestConfirmations = confirmations({
  async find(guarded: PageContext, { params }): Promise<Item> {
    const id = guarded.ids.decrypt("request", params.request);
    return asItem(
      (await load(() => guarded.api.call(findRequest, { query: { id } }))).data,
      guarded,
    );
  },
  path: ({ ref }) => requestPath(ref),
  acts: {
    email: {
      label: "Send again",
      ask: ({ name, email }) => ({
        title: requestTexts.mailAgainTitle(name),
        message: requestTexts.mailAgain(email),
        confirmLabel: "Email answer",
        danger: false,
      }),
      call: ({ api }, { id }) => api.call(mailAnswer, { query: { id } }),
    },
    remove: {
      label: "Delete",
      ask: ({ name }) => ({
        title: `Delete the request of ${name}?`,
        message: requestTexts.remove,
        confirmLabel: "Delete request",
      }),
      to: () => requestsPath,
      call: ({ api }, { id }) => api.call(removeRequest, { query: { id } }),
    },
  },
});

export const removeLink = (guarded: PageContext, request: PublicRequest) =>
  requestConfirmations.linkTo("remove", asItem(request, guarded), guarded);
export const resendLink = (guarded: PageContext, request: PublicRequest) =>
  requestConfirmations.linkTo("email", asItem(request, guarded), guarded);
