import type { Logger } from "pino";
import type { Me } from "#contract/users/endpoints";
import type { FileStore } from "./files/file-store.ts";
import type { Receivers } from "./http/public-address.ts";
import type { Mail } from "./mail/mail.ts";
import type { EmailService } from "./modules/emails/index.ts";

/**
 * What modules need beyond their calls and each other. platform/app.ts makes one for all of them; a
 * module's factory takes the members that it uses. Database and time are no members: a call brings
 * its own (platform/http/context.ts).
 */
export type Services = {
  logger: Logger;
  mail: Mail;
  /** Says what is to be emailed, and what became of it. */
  emails: EmailService;
  /** With which the mail service tells of emails that came back, where that is set up. */
  mailSecret: string | undefined;
  /** The address that people use; links in mails begin with it. */
  publicUrl: string;
  /** Signs setup links, and what the secrets of webhooks follow from. */
  sessionSecret: string;
  /** Seals what has to be read again: secrets of authenticator apps and of other servers. */
  appSecret: string;
  /** Which addresses webhooks and sign-in services may have. */
  webhookReceivers: Receivers;
  /** Where devices get the Android player package, if anywhere. */
  playerPackageUrl: string | undefined;
  /** Where audio, pictures and documents lie. */
  files: FileStore;
  /**
   * How much of the demo's past is there while it is filled; null when all is, and where there is
   * no demo.
   */
  demoHistory: () => Me["demoHistory"];
};
