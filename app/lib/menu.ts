import { useRouteLoaderData } from "@remix-run/react";

/**
 * True if the person's menu leads to an address; people who may not open it get no link to it
 * either.
 */
export function useInMenu(path: string): boolean {
  const shell = useRouteLoaderData("routes/admin") as { menu: { to: string }[] } | undefined;
  return shell?.menu.some(({ to }) => to === path) ?? false;
}
