import type { AppLoadContext } from "@remix-run/node";
import type { Endpoint } from "#contract/base/endpoint";
import type { Tokens } from "#contract/session/endpoints";

/** Any endpoint's input, after the caller's types have been checked. */
export type AnyInput = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
  files?: File[];
};

/** Adds the company that provider staff chose to every call that takes one. */
export function withCompany(
  context: AppLoadContext,
  endpoint: Endpoint,
  input: AnyInput,
): AnyInput {
  const { companyId } = context.session;
  if (companyId === undefined || !endpoint.query || !("companyId" in endpoint.query.shape))
    return input;
  return { ...input, query: { companyId, ...input.query } };
}

/**
 * Sends the form's key with calls that create or book, so that a form sent twice takes effect once.
 */
export function withKey(
  { posted, formKey }: AppLoadContext,
  endpoint: Endpoint,
  input: AnyInput,
): AnyInput {
  if (!endpoint.idempotent || !posted?.key) return input;
  return {
    ...input,
    headers: {
      ...input.headers,
      "Idempotency-Key": `${posted.key}.${posted.form}.${++formKey.used}`,
    },
  };
}

export function requestOf(
  endpoint: Endpoint,
  {
    input,
    tokens,
    page,
    country,
  }: { input: AnyInput; tokens: Tokens | undefined; page: Request; country?: string },
): Request {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  );
  const url = new URL(`http://platform/api${path}`);
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined && value !== null && value !== "")
      url.searchParams.append(name, String(value));
  const headers = new Headers({ Accept: "application/json", ...input.headers });
  const userAgent = page.headers.get("User-Agent");
  if (userAgent) headers.set("User-Agent", userAgent);
  if (country) headers.set("Accept-Language", `en-${country}`);
  if (tokens && !headers.has("Authorization"))
    headers.set("Authorization", `Bearer ${tokens.accessToken}`);
  if (input.body !== undefined) headers.set("Content-Type", "application/json");
  return new Request(url, {
    method: endpoint.method.toUpperCase(),
    headers,
    signal: page.signal,
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    ...(input.files && { body: formOf(input.files) }),
  });
}

/** The files are streamed when sent, and can be sent again. */
function formOf(files: File[]): FormData {
  const form = new FormData();
  for (const file of files) form.append("file", file, file.name);
  return form;
}
