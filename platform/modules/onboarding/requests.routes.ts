import { emailOutcome } from "#contract/emails/words";
import * as contract from "#contract/onboarding/endpoints";
import { industryTypes } from "#contract/onboarding/words";
import type { Bind } from "../../http/bind.ts";
import type { Services } from "../../services.ts";
import { requestMessages } from "./messages.ts";
import {
  answerRequest,
  approveRequest,
  listRequests,
  mailAnswer,
  removeRequest,
  showCounts,
  showRequest,
} from "./requests.service.ts";
import { addQuery, addSelfOnboarding, addSignup } from "./take-requests.service.ts";

const received = requestMessages.received;

/** Routes for visitors' requests and the staff who decide them; requests belong to the provider. */
export function requestRoutes(bind: Bind, services: Pick<Services, "emails">) {
  bind.json(contract.getIndustryTypes, async () => ({ data: [...industryTypes] }));
  bind.json(contract.addSignup, async (call, { body }) => {
    await addSignup({ ...call, ...services }, body);
    return { message: received, data: null };
  });
  bind.json(contract.addSelfOnboarding, async (call, { body }) => {
    await addSelfOnboarding({ ...call, ...services }, body);
    return { message: received, data: null };
  });
  bind.json(contract.addQuery, async (call, { body }) => {
    await addQuery({ ...call, ...services }, body);
    return { message: received, data: null };
  });
  bind.json(contract.listRequests, (call, { query }) => listRequests(call, query));
  bind.json(contract.requestCounts, async (call) => ({ data: await showCounts(call) }));
  bind.json(contract.findRequest, async (call, { query }) => ({
    data: await showRequest(call, query.id),
  }));
  bind.json(contract.answerRequest, async (call, { query, body }) => {
    const data = await answerRequest({ ...call, ...services }, { id: query.id, text: body.text });
    return { message: requestMessages.decided(data.state, data.mail), data };
  });
  bind.json(contract.mailAnswer, async (call, { query }) => {
    const mail = await mailAnswer({ ...call, ...services }, query.id);
    return { message: mail ? emailOutcome("Answer", mail) : "Nothing to send", data: { mail } };
  });
  bind.json(contract.removeRequest, async (call, { query }) => {
    await removeRequest(call, query.id);
    return { message: "Request deleted", data: null };
  });
  bind.json(contract.approveRequest, async (call, { query, body }) => {
    const data = await approveRequest({ ...call, ...services }, { id: query.id, form: body });
    return { message: requestMessages.approved(data.companyName, data.mail), data };
  });
}
