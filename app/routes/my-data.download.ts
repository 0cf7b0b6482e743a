import type { LoaderFunctionArgs } from "@remix-run/node";
import { downloadMyData } from "~/features/personal-data/personal-data.server";
import { requireUser } from "~/lib/session/guard.server";

export const loader = async (args: LoaderFunctionArgs) => downloadMyData(await requireUser(args));
