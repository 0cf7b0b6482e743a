import type { LoaderFunctionArgs } from "@remix-run/node";
import { refreshSchedule } from "~/features/player/player.server";
import { requireGrant } from "~/lib/guard.server";

export const loader = async (args: LoaderFunctionArgs) => refreshSchedule(await requireGrant(args, "player"), args.request);
