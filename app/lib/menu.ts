import { useRouteLoaderData } from "@remix-run/react";

/**
 * Whether the person's menu leads to an address: those who may not open it get no link to it
 * either.
 */
export function useInMenu(path: string): boolean {
  const shell = useRouteLoaderData("routes/admin") as { menu: { to: string }[] } | undefined;
  return shell?.menu.some(({ to }) => to === path) ?? false;
}
