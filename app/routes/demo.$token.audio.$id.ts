import type { LoaderFunctionArgs } from "@remix-run/node";
import { passDemoAudio } from "~/features/demo-playlists/public-demos.server";

export const loader = (args: LoaderFunctionArgs) => passDemoAudio(args);
