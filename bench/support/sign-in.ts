/**
 * Signs in by the form, as a browser does; gives the Cookie header that it would send from then on.
 */
export async function signInByPage(
  url: string,
  username: string,
  password: string,
): Promise<string> {
  const response = await fetch(`${url}/login`, {
    method: "POST",
    body: new URLSearchParams({ username, password }),
    redirect: "manual",
  });
  if (response.status !== 302) throw new Error(`sign-in answered ${response.status}`);
  return cookiesOf(response);
}

/** The cookies a response sets, as a Cookie header. */
export const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");

/** Signs in by the API; gives the access token. */
export async function signInByApi(
  url: string,
  username: string,
  password: string,
): Promise<string> {
  const response = await fetch(`${url}/api/auth/signin`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  if (!response.ok) throw new Error(`sign-in answered ${response.status}`);
  return ((await response.json()) as { data: { accessToken: string } }).data.accessToken;
}
