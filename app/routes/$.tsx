import { redirect } from "@remix-run/node";

/** Any unknown path (NAV-5), whatever the method. */
export const loader = () => redirect("/page-not-found");
export const action = () => redirect("/page-not-found");
