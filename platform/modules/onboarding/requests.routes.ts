import { emailOutcome } from "#contract/emails/words";
import * as contract from "#contract/onboarding/endpoints";
import { industryTypes } from "#contract/onboarding/words";
import type { Bind } from "../../http/bind.ts";
import type { Services } from "../../services.ts";
import { requestMessages } from "./messages.ts";
import { requestsService } from "./requests.service.ts";

const received = requestMessages.received;

/** Routes for visitors' requests and the staff who decide them; requests belong to the provider. */
export function requestRoutes(bind: Bind, services: Pick<Services, "emails">) {
  const requests = requestsService(services);
  bind.json(contract.getIndustryTypes, async () => ({ data: [...industryTypes] }));
  bind.json(contract.addSignup, async (call, { body }) => {
    await requests.addSignup(call, body);
    return { message: received, data: null };
  });
  bind.json(contract.addSelfOnboarding, async (call, { body }) => {
    await requests.addSelfOnboarding(call, body);
    return { message: received, data: null };
  });
  bind.json(contract.addQuery, async (call, { body }) => {
    await requests.addQuery(call, body);
    return { message: received, data: null };
  });
  bind.json(contract.listRequests, (call, { query }) => requests.listRequests(call, query));
  bind.json(contract.requestCounts, async (call) => ({ data: await requests.showCounts(call) }));
  bind.json(contract.findRequest, async (call, { query }) => ({
    data: await requests.showRequest(call, query.id),
  }));
  bind.json(contract.answerRequest, async (call, { query, body }) => {
    const data = await requests.answerRequest(call, { id: query.id, text: body.text });
    return { message: requestMessages.decided(data.state, data.mail), data };
  });
  bind.json(contract.mailAnswer, async (call, { query }) => {
    const mail = await requests.mailAnswer(call, query.id);
    return { message: mail ? emailOutcome("Answer", mail) : "Nothing to send", data: { mail } };
  });
  bind.json(contract.removeRequest, async (call, { query }) => {
    await requests.removeRequest(call, query.id);
    return { message: "Request deleted", data: null };
  });
  bind.json(contract.approveRequest, async (call, { query, body }) => {
    const data = await requests.approveRequest(call, { id: query.id, form: body });
    return { message: requestMessages.approved(data.companyName, data.mail), data };
  });
}
