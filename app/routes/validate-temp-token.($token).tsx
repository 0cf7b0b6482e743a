import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useContext } from "react";
import { signInByTempToken } from "~/features/session/temp-token.server";
import { emailedLinkTexts } from "~/features/session/texts";
import type { ScriptHandle } from "~/root";
import { Button } from "~/ui/frame/button";
import { Logo } from "~/ui/frame/logo";
import { NonceContext } from "~/ui/frame/nonce";
import { PostForm } from "~/ui/frame/post-form";

export const handle: ScriptHandle = { script: false };
export const meta: MetaFunction = () => [{ title: "Signing in · Fever In-Store" }];

/** Opening the page spends nothing, because programs that scan emails and chats open every link. */
export const loader = ({ request, params }: LoaderFunctionArgs) => ({
  token: params.token?.trim() ?? "",
  lite: /^on$/i.test(request.headers.get("Save-Data") ?? ""),
});

export async function action(args: ActionFunctionArgs) {
  const token = args.params.token?.trim();
  return token ? redirect(await signInByTempToken(args, token)) : null;
}

/** A logo and a side image, and a form that sends itself; without script it has a button. */
export default function ValidateTempToken() {
  const { token, lite } = useLoaderData<typeof loader>();
  const nonce = useContext(NonceContext);
  const button = <Button variant="primary">Continue</Button>;
  return (
    <main
      id="main"
      className="grid min-h-screen grid-rows-[1fr_auto] md:grid-cols-2 md:grid-rows-1"
    >
      <div className="grid content-center justify-items-center gap-6 p-6">
        <h1 className="text-xl">
          <Logo />
        </h1>
        {token ? (
          <PostForm reloadDocument>
            {lite ? button : <noscript>{button}</noscript>}
            {lite ? null : (
              <p role="status" className="sr-only">
                {emailedLinkTexts.validating}
              </p>
            )}
          </PostForm>
        ) : null}
        {token && !lite ? <script nonce={nonce}>{"document.forms[0].submit()"}</script> : null}
      </div>
      <div className="grid place-items-center bg-sunken p-8">
        <img
          src="/shop.svg"
          alt=""
          width="420"
          height="320"
          className="h-auto w-full max-w-[220px] md:max-w-[420px]"
        />
      </div>
    </main>
  );
}
