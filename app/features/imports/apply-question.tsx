import type { useActionData, useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/ui/confirm-page";
import { ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";
import { Refused } from "~/ui/refused";
import { applyQuestion } from "./import-words";
import type { applyCsv, loadQuestion } from "./imports.server";

type Props = ReturnType<typeof useLoaderData<typeof loadQuestion>> & { result: ReturnType<typeof useActionData<typeof applyCsv>> };

/** Asks once more before a file is applied, and says what stood in the way. */
export function ApplyQuestion({ words, here, counts, result }: Props) {
  if (result?.fields.errors)
    return (
      <div className="max-w-form">
        <PageHead crumbs={[words.list, { label: `Import ${words.many}`, to: words.path }]} title="Nothing was applied" />
        <Refused result={result} />
        <p className="flex flex-wrap gap-2">
          <ButtonLink to={words.path} variant="primary">
            Send the file again
          </ButtonLink>
          <ButtonLink to={here}>Back to what it came to</ButtonLink>
        </p>
      </div>
    );
  return <ConfirmPage {...applyQuestion(counts, words)} cancelTo={here} result={result} />;
}
