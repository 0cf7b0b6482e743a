import type { Endpoint } from "#contract/base/endpoint";
import { areas, holdsGrant, isProvider, mayOpen } from "#contract/base/roles";
import { endOwnSession, type OwnSession, ownSessions, signIn } from "#contract/session/endpoints";
import { password } from "../support/platform.ts";
import { type DemoWorld, ours } from "./demo-world.ts";
import { type Ids, idNames, kindsIn, type SampleInput, sampleInput } from "./sample-input.ts";

export type Person = {
  role: Parameters<typeof mayOpen>[0]["role"];
  subRole: Parameters<typeof mayOpen>[0]["subRole"];
};

/** From the contract's matrices, not from the code that enforces them. */
export const allowed = (person: Person, { access }: Endpoint) =>
  access === "public" ||
  access === "session" ||
  access.some((name) =>
    (areas as string[]).includes(name)
      ? mayOpen(person, name as never)
      : holdsGrant(person, name as never),
  );

/**
 * Tries own identifiers until the endpoint takes them, as a client's user and as the provider's:
 * the answer that took them with what was asked by whom, or all refusals.
 */
export async function callWithOwn(
  world: DemoWorld,
  own: Ids,
  endpoint: Endpoint,
  choice = 0,
): Promise<
  | { response: Response; input: SampleInput; username: string; refused?: never }
  | { response?: never; refused: string[] }
> {
  const takers = Object.values(world.people).filter((one) => allowed(one, endpoint));
  const names = idNames(endpoint);
  const kinds = new Set([
    ...kindsIn(endpoint, own),
    ...Object.keys(own).filter((name) => !name.startsWith("/")),
  ]);
  const refused: string[] = [];
  for (const person of [takers.find((one) => !isProvider(one)), takers.find(isProvider)])
    for (const kind of names.some(
      (name) => /^ids?$/.test(name) && !(`${endpoint.path} ${name}` in own),
    )
      ? kinds
      : ["id"])
      for (const version of ["1", "2"])
        for (const include of [undefined, ...names]) {
          if (!person) continue;
          const id = (name: string) =>
            own[`${endpoint.path} ${name}`] ?? own[/^ids?$/.test(name) ? kind : name] ?? 1;
          const input = sampleInput(endpoint, { id, version, choice, ...(include && { include }) });
          if (version === "2" && !JSON.stringify(input).includes('"version"')) continue;
          if (endpoint === endOwnSession)
            input.params = { id: await otherSessionOf(world, person.username) };
          if (isProvider(person) && endpoint.query && "companyId" in endpoint.query.shape)
            input.query = { ...input.query, companyId: ours };
          const response = await world.at.request(endpoint, input, person.username);
          const text = await response.text();
          if (response.ok) return { response, input, username: person.username };
          refused.push(`${response.status} ${text.slice(0, 200)}`);
        }
  return { refused };
}

async function otherSessionOf({ at }: DemoWorld, username: string): Promise<string | undefined> {
  await at.call(signIn, { body: { username, password } });
  const { body } = await at.call(ownSessions, {}, username);
  return (body.data as OwnSession[]).find(({ current }) => !current)?.id;
}
