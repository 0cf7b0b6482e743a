import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { type FileOptions, ofFile } from "#contract/base/table-files";
import { companyMember } from "~/ui/frame/address";
import { readFilters } from "../forms/forms.server";
import { load } from "../session/guard.server";
import { ApiRefusal } from "./refusals.server";

const FileAddress = z.object(ofFile);

/**
 * Streams a list as the kind of file that the address asks for. If the platform refuses or is too
 * busy, shows that on the download's page, one level up in the
 * address.
 */
export async function passDownload(
  { request, context }: LoaderFunctionArgs,
  ask: (options: FileOptions) => Promise<Response>,
): Promise<Response> {
  const options = readFilters(request, FileAddress);
  return load(async () => {
    try {
      return passFile(await ask(options));
    } catch (error) {
      if (!(error instanceof ApiRefusal) || (error.status !== 422 && error.status !== 429))
        throw error;
      context.session.flash("error", error.message);
      const { pathname, searchParams } = new URL(request.url);
      for (const name of [...Object.keys(ofFile), companyMember]) searchParams.delete(name);
      const page = pathname.slice(0, pathname.lastIndexOf("/"));
      throw redirect(searchParams.size > 0 ? `${page}?${searchParams}` : page);
    }
  });
}

/**
 * Passes on a download of the platform: status, body and the headers that a file
 * needs.
 */
export function passFile(response: Response): Response {
  const headers = new Headers();
  for (const name of [
    "Content-Type",
    "Content-Disposition",
    "Content-Length",
    "Cache-Control",
    "Accept-Ranges",
    "Content-Range",
    "ETag",
    "Content-Security-Policy",
    "Cross-Origin-Resource-Policy",
    "Data-Behind",
  ]) {
    const value = response.headers.get(name);
    if (value) headers.set(name, value);
  }
  return new Response(response.body, { status: response.status, headers });
}

/**
 * Passes on a stored file with ranges, as audio elements ask for it; a range beyond its end gives a
 * plain 416.
 */
export async function passRanges(
  request: Request,
  ask: (headers: Record<string, string>) => Promise<Response>,
): Promise<Response> {
  const headers: Record<string, string> = {};
  for (const name of ["range", "if-range", "if-none-match"]) {
    const value = request.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  try {
    return passFile(await ask(headers));
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 416)
      return new Response(null, { status: 416 });
    throw error;
  }
}
