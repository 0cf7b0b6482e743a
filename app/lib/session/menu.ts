import { useRouteLoaderData } from "@remix-run/react";

/**
 * True if the person's menu leads to an address; people who may not open it get no link to it
 * either.
 */
export function useInMenu(path: string): boolean {
  const shell = useRouteLoaderData<{ menu: { to: string }[] }>("routes/admin");
  return shell?.menu.some(({ to }) => to === path) ?? false;
}
