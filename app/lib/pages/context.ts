import type { Identifiers } from "../api/identifiers.server";
import type { AntiForgery } from "../forms/anti-forgery.server";
import type { FormTimes } from "../forms/form-time.server";
import type { InterruptedFormStore } from "../forms/interrupted-form.server";
import type { PostedFiles, PostedForm } from "../forms/posted-form.server";
import type { PublicFormDrafts } from "../forms/public-form-drafts.server";
import type { PlayerDevice } from "../session/player-device.server";
import type { WebSession } from "../session/session.server";

/** Passes from page-answer.ts to every loader and action. */
export type WebContext = {
  cspNonce: string;
  session: WebSession;
  /** Sends a request to the platform API, in process or over the network. */
  platform: (request: Request) => Promise<Response>;
  /** Makes and reads the identifiers of page addresses. */
  ids: Identifiers;
  requestId: string;
  /**
   * True if a person will see the page (see isNavigation). Loaders cannot tell, because Remix drops
   * the ".data" from their request.
   */
  isNavigation: boolean;
  forgery: AntiForgery;
  visitorForms: FormTimes;
  /** The posted form; undefined if the request posts none. */
  posted: PostedForm | undefined;
  /** The files of the posted form. */
  files: PostedFiles;
  /** Holds a form that could not be sent. */
  interruptedForm: InterruptedFormStore;
  /** Holds the credential by which this browser plays a store when nobody is signed in. */
  playerDevice: PlayerDevice;
  /** The public forms that this browser stores half-filled. */
  publicFormDrafts: PublicFormDrafts;
  /**
   * Counts the calls of this request that used the form's key. `spent` is true after a call did its
   * work; the form then needs another key.
   */
  formKey: { used: number; spent: boolean };
  /** The person's IP address, as far as the server knows it. */
  address: string | undefined;
  /** The origin under which people reach this site, without a trailing slash. */
  publicUrl: string;
  /** True if pages for development and demo are shown. */
  demo: boolean;
  helpdeskUrl: string | undefined;
  /** The prefix of picture addresses (UI-8). */
  imageBaseUrl: string;
  /** The address of the Android player package (VOC-1), if there is one. */
  playerPackageUrl: string | undefined;
  /**
   * The refusal of a download or of a form's address without a page, for the page that
   * shows it (pages-handler.server.ts).
   */
  refusal?: { status: number; message: string | undefined };
};

declare module "@remix-run/node" {
  interface AppLoadContext extends WebContext {}
}
