import type { Answer, Endpoint, Input } from "#contract/base/endpoint";
import * as contract from "./contract.ts";

export type Reply = {
  status: number;
  headers: Headers;
  body: {
    message: string;
    data?: unknown;
    page?: { next: string | null; prev: string | null; total?: number };
    errors?: { field: string; message: string }[];
    /**
     * Comes with the refusal of a form that others saved meanwhile; sending the form again with it
     * saves the form anyway.
     */
    version?: number;
  };
};

/** The input of a call, right or wrong; headers are added to those of the client. */
export type AnyInput = {
  params?: object;
  query?: object;
  body?: unknown;
  headers?: Record<string, string>;
  files?: File[];
};
type RightInput<E extends Endpoint> = Omit<Input<E>, "headers"> & {
  headers?: Record<string, string>;
};

/**
 * A call that was sent; awaiting it gives its data. Its members all read the one reply, and reject
 * if it is of another kind.
 */
type Call<E extends Endpoint> = PromiseLike<Answer<E>["data"]> & {
  answer: Promise<Answer<E>>;
  reply: Promise<Reply>;
  status: Promise<number>;
  /** Reads a refusal with any status. */
  refusal: Promise<{ status: number; message: string }>;
  /** Reads a 422: each wrong field with its message. */
  errors: Promise<Record<string, string>>;
  /** Reads a 422: the wrong fields in their order. */
  wrongFields: Promise<string[]>;
};

type Contract = typeof contract;
/**
 * The endpoints of the contract by name, and `call` for any other, as one caller; wrong input can
 * be sent too.
 */
export type Client = {
  [Name in keyof Contract as Contract[Name] extends Endpoint ? Name : never]: (
    input?: RightInput<Contract[Name] & Endpoint> | AnyInput,
  ) => Call<Contract[Name] & Endpoint>;
} & { call: <E extends Endpoint>(endpoint: E, input?: RightInput<E> | AnyInput) => Call<E> };

/** Makes one caller's client from a function that sends a call. */
export function clientOf(send: (endpoint: Endpoint, input: AnyInput) => Promise<Reply>): Client {
  const call = (endpoint: Endpoint, input: AnyInput = {}) =>
    attempt(endpoint, send(endpoint, input));
  const byName = Object.entries(contract).map(([name, endpoint]) => [
    name,
    (input?: AnyInput) => call(endpoint as Endpoint, input),
  ]);
  return { ...Object.fromEntries(byName), call };
}

function attempt<E extends Endpoint>(endpoint: E, reply: Promise<Reply>): Call<E> {
  const fail = ({ status, body }: Reply): never => {
    throw new Error(
      `${endpoint.method} ${endpoint.path} answered ${status}: ${JSON.stringify(body)}`,
    );
  };
  const readAnswer = async () => {
    const { status, body } = await reply;
    return (status === (endpoint.success ?? 200) ? body : fail(await reply)) as Answer<E>;
  };
  const readRefusal = async () => {
    const { status, body } = await reply;
    return status >= 400 ? { status, message: body.message } : fail(await reply);
  };
  const readErrors = async () => {
    const { status, body } = await reply;
    return status === 422 ? (body.errors ?? []) : fail(await reply);
  };
  return {
    reply,
    // biome-ignore lint/suspicious/noThenProperty: awaiting a call gives its data
    then: (onData, onError) =>
      readAnswer()
        .then(({ data }) => data)
        .then(onData, onError),
    get status() {
      return reply.then(({ status }) => status);
    },
    get answer() {
      return readAnswer();
    },
    get refusal() {
      return readRefusal();
    },
    get errors() {
      return readErrors().then((errors) =>
        Object.fromEntries(errors.map(({ field, message }) => [field, message])),
      );
    },
    get wrongFields() {
      return readErrors().then((errors) => errors.map(({ field }) => field));
    },
  };
}
