import { removeSchedule } from "#contract/reports/schedules";
import { confirmations } from "~/lib/forms/confirmation.server";
import type { PageContext } from "~/lib/session/guard.server";
import { schedulePath, schedulesPath } from "./paths";
import { findOwnSchedule } from "./schedules.server";
import { scheduleTexts } from "./texts";

type Item = { id: number; path: string; name: string };

/** Deletes a scheduled report. */
export const scheduleConfirmations = confirmations({
  find: async (pageContext: PageContext, args): Promise<Item> => {
    const { id, name } = await findOwnSchedule(args, pageContext);
    return { id, name, path: schedulePath(String(args.params.id)) };
  },
  path: ({ path }) => path,
  acts: {
    remove: {
      label: "Delete",
      ask: ({ name }) => ({
        title: `Delete ${name}?`,
        message: scheduleTexts.removeMessage,
        confirmLabel: "Delete scheduled report",
        danger: true,
      }),
      to: () => schedulesPath,
      call: ({ api }, { id }) => api.call(removeSchedule, { query: { id } }),
    },
  },
});
