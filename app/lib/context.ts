import type { AntiForgery } from "./anti-forgery.server";
import type { FormTimes } from "./form-time.server";
import type { Identifiers } from "./identifiers.server";
import type { InterruptedFormStore } from "./interrupted-form.server";
import type { PlayerDevice } from "./player-device.server";
import type { PostedFiles, PostedForm } from "./posted-form.server";
import type { PublicFormDrafts } from "./public-form-drafts.server";
import type { WebSession } from "./session.server";

/** Passes from server.ts to every loader and action. */
export type WebContext = {
  cspNonce: string;
  session: WebSession;
  /** Sends a request to the platform API, in process or over the network. */
  platform: (request: Request) => Promise<Response>;
  /** Makes and reads the identifiers of page addresses. */
  ids: Identifiers;
  requestId: string;
  /**
   * True if somebody will see the page (see isNavigation). Loaders cannot tell, since their request
   * has lost the ".data".
   */
  isNavigation: boolean;
  forgery: AntiForgery;
  visitorForms: FormTimes;
  /** The form that the request posts, if it posts one. */
  posted: PostedForm | undefined;
  /** Its files. */
  files: PostedFiles;
  /** Holds a form that could not be sent. */
  interruptedForm: InterruptedFormStore;
  /** Holds the credential by which this browser plays a store when nobody is signed in. */
  playerDevice: PlayerDevice;
  /** The public forms that this browser keeps half-filled. */
  publicFormDrafts: PublicFormDrafts;
  /**
   * How often this request has made use of the form's key, and whether it did its work: the form
   * then needs another.
   */
  formKey: { used: number; spent: boolean };
  /** The person's address, as far as the server knows it. */
  address: string | undefined;
  /** How people reach this site, without a slash at the end. */
  publicUrl: string;
  /** True if pages for development and demo are shown. */
  demo: boolean;
  helpdeskUrl: string | undefined;
  /** Begins the addresses of pictures (UI-8). */
  imageBaseUrl: string;
  /** Where the Android player package is (VOC-1), if there is one. */
  playerPackageUrl: string | undefined;
  /**
   * Carries the refusal of a download or of a form's address without a page, for the page that
   * shows it (pages-handler.server.ts).
   */
  refusal?: { status: number; message: string | undefined };
};

declare module "@remix-run/node" {
  interface AppLoadContext extends WebContext {}
}
