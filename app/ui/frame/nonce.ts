import { createContext } from "react";

/**
 * The content security policy's nonce of this response; undefined in the browser, which hides
 * nonces from scripts.
 */
export const NonceContext = createContext<string | undefined>(undefined);
