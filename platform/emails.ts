import { proofEmailWriters } from "./modules/ads/index.ts";
import { handOverEmailWriters } from "./modules/alerts/index.ts";
import { documentEmailWriters, reminderEmailWriters } from "./modules/billing/index.ts";
import type { Mailer } from "./modules/emails/index.ts";
import { requestEmailWriters } from "./modules/onboarding/index.ts";
import { accountEmailWriters } from "./modules/session/index.ts";
import type { Services } from "./services.ts";

type Needs = Pick<Services, "publicUrl" | "files" | "documentSigner"> & {
  mail: Pick<Services["mail"], "send" | "track">;
  logger: Mailer["logger"];
};

/** The emails of all modules: each writes its own kinds. */
export const openEmails = ({ mail, publicUrl, files, documentSigner, logger }: Needs): Mailer => ({
  mail,
  logger,
  publicUrl,
  writers: {
    ...accountEmailWriters(publicUrl),
    ...documentEmailWriters({ files, documentSigner, publicUrl }),
    ...reminderEmailWriters(publicUrl),
    ...requestEmailWriters(publicUrl),
    ...handOverEmailWriters(publicUrl),
    ...proofEmailWriters(publicUrl),
  },
});
