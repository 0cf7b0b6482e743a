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

const toItem = (
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
  async find(pageContext: PageContext, { params }): Promise<Item> {
    const id = pageContext.ids.decrypt("request", params.request);
    return toItem(
      (await load(() => pageContext.api.call(findRequest, { query: { id } }))).data,
      pageContext,
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

export const removeLink = (pageContext: PageContext, request: PublicRequest) =>
  requestConfirmations.linkTo("remove", toItem(request, pageContext), pageContext);
export const resendLink = (pageContext: PageContext, request: PublicRequest) =>
  requestConfirmations.linkTo("email", toItem(request, pageContext), pageContext);
