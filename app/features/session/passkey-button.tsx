import { type RefObject, useRef, useState } from "react";
import type { CreationOptions, RequestOptions } from "#contract/session/passkeys";
import { Button } from "~/ui/frame/button";
import { useHydrated } from "~/ui/frame/hydrated";
import { passkeyTexts } from "./two-step-words";

type PasskeyRequest = { create: CreationOptions } | { use: RequestOptions };

/**
 * Asks this browser for a passkey and submits the form around it with the answer. Hidden
 * without script.
 */
export function PasskeyButton({
  request,
  children,
}: {
  request: PasskeyRequest;
  children: string;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const hydrated = useHydrated(); // a press before hydration would be lost
  const press = async () => {
    setProblem(undefined);
    setBusy(true);
    try {
      const credential = await askBrowser(request);
      send(field, JSON.stringify(credential));
    } catch (error) {
      setProblem(inWords(error));
      setBusy(false);
    }
  };
  return (
    <div className="hidden scripted:block">
      <input type="hidden" name="answer" ref={field} />
      <p role="alert" className="mb-3 text-bad empty:hidden">
        {problem}
      </p>
      <Button type="button" variant="primary" disabled={isBusy || !hydrated} onClick={press}>
        {children}
      </Button>
    </div>
  );
}

async function askBrowser(request: PasskeyRequest): Promise<Credential | null> {
  if (typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON !== "function")
    throw new Error(passkeyTexts.unknown);
  if ("create" in request) {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      request.create as PublicKeyCredentialCreationOptionsJSON,
    );
    return navigator.credentials.create({ publicKey });
  }
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    request.use as PublicKeyCredentialRequestOptionsJSON,
  );
  return navigator.credentials.get({ publicKey });
}

function send({ current }: RefObject<HTMLInputElement | null>, answer: string): void {
  if (!current) return;
  current.value = answer;
  current.form?.requestSubmit();
}

/** Explains a browser's refusal by its name (WebAuthn, section 5). */
function inWords(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return passkeyTexts.cancelled;
  if (name === "InvalidStateError") return passkeyTexts.already;
  return passkeyTexts.unknown;
}
