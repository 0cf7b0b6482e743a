import type { useActionData, useLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/ui/button";
import { ConfirmPage } from "~/ui/confirm";
import { Failure } from "~/ui/failure";
import { ErrorSummary } from "~/ui/form";
import { PageHead } from "~/ui/page-head";
import { applyQuestion } from "./import-words";
import type { applyCsv, loadQuestion } from "./imports.server";

type Props = ReturnType<typeof useLoaderData<typeof loadQuestion>> & { result: ReturnType<typeof useActionData<typeof applyCsv>> };

/** Asks once more before a file is applied, and says what stood in the way. */
export function ApplyQuestion({ words, here, counts, result }: Props) {
  const said = Object.values(result?.fields.errors ?? {}).flat();
  if (said.length > 0)
    return (
      <div className="grid max-w-form gap-4">
        <PageHead crumbs={[words.list, { label: `Import ${words.many}`, to: words.path }]} title="Nothing was applied" />
        <ErrorSummary formId="form" errors={{ "": said }} />
        <p className="flex flex-wrap gap-2">
          <ButtonLink to={words.path} variant="primary">
            Send the file again
          </ButtonLink>
          <ButtonLink to={here}>Back to what it came to</ButtonLink>
        </p>
      </div>
    );
  return (
    <>
      <Failure failure={result?.failure} />
      <ConfirmPage {...applyQuestion(counts, words)} cancelTo={here} />
    </>
  );
}
