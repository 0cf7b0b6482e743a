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
  bind.json(contract.addSignup, async ({ body }, call) => {
    await requests.takeSignup(body, call);
    return { message: received, data: null };
  });
  bind.json(contract.addSelfOnboarding, async ({ body }, call) => {
    await requests.takeSelfOnboarding(body, call);
    return { message: received, data: null };
  });
  bind.json(contract.addQuery, async ({ body }, call) => {
    await requests.takeQuery(body, call);
    return { message: received, data: null };
  });
  bind.json(contract.listRequests, async ({ query }, { caller }) => requests.list(await peopleScopeOf(db, caller, undefined), query));
  bind.json(contract.requestCounts, async (_args, { caller }) => ({
    data: await requests.counts(await peopleScopeOf(db, caller, undefined)),
  }));
  bind.json(contract.findRequest, async ({ query }, { caller }) => ({
    data: await requests.show(await peopleScopeOf(db, caller, undefined), query.id),
  }));
  bind.json(contract.answerRequest, async ({ query, body }, call) => {
    const data = await requests.answer(await peopleScopeOf(db, call.caller, undefined), query.id, body.text, call);
    return { message: data.state === "answered" ? "Answer sent" : "Request declined", data };
  });
  bind.json(contract.approveRequest, async ({ query, body }, call) => {
    const data = await requests.approve(await peopleScopeOf(db, call.caller, undefined), query.id, body, call);
    return { message: `${data.companyName} added. ${body.companyAdminUserId} is invited by mail.`, data };
  });
}
