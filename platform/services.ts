import type { Logger } from "pino";
import type { Me } from "#contract/users/me";
import type { FileStore } from "./files/file-store.ts";
import type { Receivers } from "./http/public-address.ts";
import type { Mail } from "./mail/mail.ts";
import type { Mailer } from "./modules/emails/index.ts";
import type { DocumentSigner } from "./pdf/document-signer.ts";

/**
 * The dependencies that modules share. platform/app.ts makes them once; a
 * module's factory takes the members that it uses. Database and time are not members: a call brings
 * its own (platform/http/context.ts).
 */
export type Services = {
  logger: Logger;
  mail: Mail;
  /** Writes and sends emails that were queued. */
  emails: Mailer;
  /** The secret for the mail service's reports of bounced emails, if that is set up. */
  mailSecret: string | undefined;
  /** The address that people use; links in mails begin with it. */
  publicUrl: string;
  /** Signs setup links; the secrets of webhooks are derived from it. */
  sessionSecret: string;
  /** Seals texts that must be read again: secrets of authenticator apps and of other servers. */
  appSecret: string;
  /** The addresses that webhooks and sign-in services may have. */
  webhookReceivers: Receivers;
  /** The address of the Android player package for devices, if there is one. */
  playerPackageUrl: string | undefined;
  /** Stores audio, pictures and documents. */
  files: FileStore;
  /** Signs invoices and notes, where a certificate is configured. */
  documentSigner?: DocumentSigner | undefined;
  /**
   * The progress of filling the demo's past; null once it is complete, and where there is no
   * demo.
   */
  demoHistory: () => Me["demoHistory"];
};
