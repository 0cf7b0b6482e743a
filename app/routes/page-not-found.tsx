import { data, type MetaFunction } from "@remix-run/node";
import type { ScriptHandle } from "~/root";
import { NotFound } from "~/ui/frame/error-page";

export const handle: ScriptHandle = { script: false };
export const meta: MetaFunction = () => [{ title: "Page not found · Fever In-Store" }];

export const loader = () => data(null, { status: 404 });

export default function PageNotFound() {
  return <NotFound />;
}
