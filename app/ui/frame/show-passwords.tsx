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

/** Gives the password fields of a page without script of its own (`script: false`) their Show. */
export const ShowPasswords = () => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the text above, which nothing is put into
  <script nonce={useContext(NonceContext)} dangerouslySetInnerHTML={{ __html: showPasswords }} />
);
