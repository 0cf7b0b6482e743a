import type { LoaderFunctionArgs } from "@remix-run/node";
import { refreshSchedule } from "~/features/player/player.server";
import { requirePlayer } from "~/lib/session/guard.server";

export const loader = async (args: LoaderFunctionArgs) =>
  refreshSchedule(await requirePlayer(args), args.request);
