import type { LoaderFunctionArgs } from "@remix-run/node";
import { downloadMyData } from "~/features/personal-data/personal-data.server";

export const loader = (args: LoaderFunctionArgs) => downloadMyData(args);
