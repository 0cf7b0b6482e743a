import type { LoaderFunctionArgs } from "@remix-run/node";
import { passLinkedFile } from "~/features/ads/linked-proof.server";

export const loader = (args: LoaderFunctionArgs) => passLinkedFile(args);
