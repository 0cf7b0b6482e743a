import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ScriptHandle } from "~/root";
import { NotFound } from "~/ui/frame/error-page";

export const handle: ScriptHandle = { script: false };
export const meta: MetaFunction = () => [{ title: "Page not found · Fever In-Store" }];

export const loader = ({ context }: LoaderFunctionArgs) =>
  data({ isSignedIn: context.session.tokens !== undefined }, { status: 404 });

export default function PageNotFound() {
  return <NotFound {...useLoaderData<typeof loader>()} />;
}
