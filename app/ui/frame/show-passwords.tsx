import { useRouteLoaderData } from "@remix-run/react";
import { useContext } from "react";
import { NonceContext } from "./nonce";

const showPasswords = `for (const button of document.querySelectorAll("[data-shows-password]")) {
  const holder = button.parentElement;
  const input = holder.parentElement.querySelector("input");
  const word = button.querySelector("span");
  holder.hidden = false;
  button.addEventListener("click", () => {
    const isShown = input.type === "password";
    input.type = isShown ? "text" : "password";
    button.setAttribute("aria-pressed", String(isShown));
    word.textContent = isShown ? "Hide" : "Show";
  });
}`;

/**
 * Gives the password fields of a page without its own script (`script: false`) a Show button; not
 * in lite mode, which sends no script at all.
 */
export function ShowPasswords() {
  const nonce = useContext(NonceContext);
  const root = useRouteLoaderData<{ lite: boolean }>("root");
  if (!root || root.lite) return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the text above, which nothing is put into
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: showPasswords }} />;
}
