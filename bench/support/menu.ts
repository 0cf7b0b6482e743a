/** The addresses in the menu of a page of the admin area. */
export async function readMenu(url: string, cookie: string): Promise<string[]> {
  const html = await (await fetch(`${url}/admin`, { headers: { Cookie: cookie } })).text();
  const menu = /<nav aria-label="Areas".*?<\/nav>/s.exec(html)?.[0] ?? "";
  const paths = [...menu.matchAll(/href="(\/admin[^"]*)"/g)].map(([, href = ""]) => href);
  if (paths.length === 0) throw new Error("the page has no menu");
  return [...new Set(paths)];
}
