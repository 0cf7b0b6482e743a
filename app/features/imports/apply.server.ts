import type { ImportRun } from "#contract/imports/endpoints";
import { confirmations } from "~/lib/forms/confirmation.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import type { ImportPages } from "./import-pages";
import { importPath } from "./import-words";
import { importsTexts } from "./texts";

type CheckedImport = Pick<ImportRun, "state" | "toAdd" | "toChange" | "refused" | "warned"> & {
  importId: string;
  here: string;
};

/**
 * Applies the rows of a checked file. A file that was applied, or has nothing to apply, is
 * shown instead.
 */
export const applyConfirmations = ({ endpoints, words }: Omit<ImportPages, "columns">) =>
  confirmations({
    async find({ api, ids }: PageContext, { params: { id: ref = "" } }): Promise<CheckedImport> {
      const importId = ids.decryptUuid("import", ref);
      const { data } = await load(() => api.call(endpoints.show, { params: { importId } }));
      return { ...data, importId, here: importPath(words, ref) };
    },

    path: ({ here }) => here,

    acts: {
      apply: {
        label: "Apply",
        ask: ({ toAdd, toChange, refused, warned }, { figures: { counted } }) => {
          const countedIfAny = (count: number, one: string, many?: string) =>
            count > 0 ? counted(count, one, many) : undefined;
          const rows = counted(toAdd + toChange, "row");
          return {
            title: importsTexts.applyTitle(rows),
            message: [
              importsTexts.applyMessage(
                countedIfAny(toAdd, words.one, words.many),
                countedIfAny(toChange, words.one, words.many),
                countedIfAny(refused, "refused row"),
              ),
              warned > 0 ? importsTexts.applyWarned(counted(warned, "row")) : undefined,
              words.addsOnly,
            ]
              .filter(Boolean)
              .join(" "),
            confirmLabel: `Apply ${rows}`,
            danger: false,
          };
        },
        isDone: ({ state, toAdd, toChange }) => state === "applied" || toAdd + toChange === 0,
        afterRefusal: ({ here }) => ({
          crumbs: [words.list, { label: `Import ${words.many}`, to: words.path }],
          title: "Nothing was applied",
          parts: [],
          ways: [
            { label: "Send the file again", to: words.path, primary: true },
            { label: "Back to the review", to: here },
          ],
        }),
        call: ({ api }, { importId }) => api.call(endpoints.apply, { params: { importId } }),
      },
    },
  });
