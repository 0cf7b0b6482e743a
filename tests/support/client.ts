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
  /** The answer as it came, for its headers or what is no JSON. */
  response: Promise<Response>;
  /** Reads a file as text. */
  text: Promise<string>;
  /** Reads a file. */
  bytes: Promise<Buffer<ArrayBuffer>>;
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
export function clientOf(send: (endpoint: Endpoint, input: AnyInput) => Promise<Response>): Client {
  const call = (endpoint: Endpoint, input: AnyInput = {}) =>
    attempt(endpoint, send(endpoint, input).then(readWhole));
  const byName = Object.entries(contract).map(([name, endpoint]) => [
    name,
    (input?: AnyInput) => call(endpoint as Endpoint, input),
  ]);
  return { ...Object.fromEntries(byName), call };
}

type WholeResponse = { status: number; headers: Headers; bytes: Buffer<ArrayBuffer> };
/** Reads an answer to its end, since one that is left unread holds its connection. */
async function readWhole(response: Response): Promise<WholeResponse> {
  const { status, headers } = response;
  return { status, headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

function attempt<E extends Endpoint>(endpoint: E, whole: Promise<WholeResponse>): Call<E> {
  const fail = ({ status, bytes }: WholeResponse): never => {
    throw new Error(`${endpoint.method} ${endpoint.path} answered ${status}: ${bytes}`);
  };
  const readReply = async (): Promise<Reply> => {
    const { status, headers, bytes } = await whole;
    return { status, headers, body: JSON.parse(bytes.toString()) };
  };
  const readFile = async () => {
    const answer = await whole;
    return answer.status === (endpoint.success ?? 200) ? answer.bytes : fail(answer);
  };
  const readAnswer = async () => JSON.parse((await readFile()).toString()) as Answer<E>;
  const readRefusal = async () => {
    const { status, body } = await readReply();
    return status >= 400 ? { status, message: body.message } : fail(await whole);
  };
  const readErrors = async () => {
    const { status, body } = await readReply();
    return status === 422 ? (body.errors ?? []) : fail(await whole);
  };
  return {
    // biome-ignore lint/suspicious/noThenProperty: awaiting a call gives its data
    then: (onData, onError) =>
      readAnswer()
        .then(({ data }) => data)
        .then(onData, onError),
    get reply() {
      return readReply();
    },
    get status() {
      return (endpoint.stream ? whole : readReply()).then(({ status }) => status);
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
    get response() {
      return whole.then(
        ({ status, headers, bytes }) =>
          new Response(bytes.length ? bytes : null, { status, headers }),
      );
    },
    get text() {
      return readFile().then((bytes) => new TextDecoder().decode(bytes));
    },
    get bytes() {
      return readFile();
    },
  };
}
