import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { endSession } from "~/features/session/sign-out.server";

export const loader = () => redirect("/");

export const action = (args: ActionFunctionArgs) => endSession(args);
