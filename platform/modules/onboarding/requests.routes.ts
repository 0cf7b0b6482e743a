import { industryTypes } from "#contract/onboarding/choices";
import * as contract from "#contract/onboarding/endpoints";
import { peopleScopeOf } from "../../access/scope.ts";
import type { Bind } from "../../http/bind.ts";
import { type RequestNeeds, requestsService } from "./requests.service.ts";

const received = "Thank you. We have received it and answer by mail.";

/** What visitors ask for, and what provider staff make of it; requests are the provider's own. */
export function requestRoutes(bind: Bind, needs: RequestNeeds) {
  const { db } = needs.database;
  const requests = requestsService(needs);
  bind.json(contract.getIndustryTypes, async () => ({ data: [...industryTypes] }));
  bind.json(contract.addSignup, async (call, { body }) => {
    await requests.takeSignup(body, call);
    return { message: received, data: null };
  });
  bind.json(contract.addSelfOnboarding, async (call, { body }) => {
    await requests.takeSelfOnboarding(body, call);
    return { message: received, data: null };
  });
  bind.json(contract.addQuery, async (call, { body }) => {
    await requests.takeQuery(body, call);
    return { message: received, data: null };
  });
  bind.json(contract.listRequests, async (call, { query }) => requests.list(call.scope, query));
  bind.json(contract.requestCounts, async (call) => ({
    data: await requests.counts(call.scope),
  }));
  bind.json(contract.findRequest, async (call, { query }) => ({
    data: await requests.show(call.scope, query.id),
  }));
  bind.json(contract.answerRequest, async (call, { query, body }) => {
    const data = await requests.answer(call.scope, query.id, body.text, call);
    return { message: data.state === "answered" ? "Answer sent" : "Request declined", data };
  });
  bind.json(contract.approveRequest, async (call, { query, body }) => {
    const data = await requests.approve(call.scope, query.id, body, call);
    return { message: `${data.companyName} added. ${body.companyAdminUserId} is invited by mail.`, data };
  });
}
