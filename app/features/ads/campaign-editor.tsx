import { type ReactNode, useEffect, useRef } from "react";
import type { SpotKind } from "#contract/schedule/positions";
import { Form } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button } from "~/ui/frame/button";
import { typedIn, typingPause, useAnswer } from "~/ui/use-answer";
import { campaignFormTexts as texts } from "./booking-words";
import { QuoteSummary } from "./quote-summary";
import type { QuoteWords } from "./quote-words.server";

/** Servers and browsers refuse longer addresses. */
const longestAddress = 12_000;

type Props = {
  kind: SpotKind;
  /** The address that quotes the typed campaign. */
  quoteTo: string;
  /** The quote that the Check button returned. */
  quote: QuoteWords | null | undefined;
  fields: FormFields;
  actions: ReactNode;
  children: ReactNode;
};

/**
 * Shows a draft's form beside what it takes, costs and does to the music. With script the quote
 * follows the typing; without it the Check button asks for it.
 */
export function CampaignEditor({ kind, quoteTo, quote, fields, actions, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [answer, ask] = useAnswer<QuoteWords | null>();
  const askFor = (pause: number) => {
    const form = box.current?.querySelector("form");
    if (!form) return;
    const address = `${quoteTo}${quoteTo.includes("?") ? "&" : "?"}${typedIn(form)}`;
    ask(address.length > longestAddress ? undefined : address, pause);
  };
  // the form may start filled in: from a link, from this browser's copy or from a draft
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once a form is drawn
  useEffect(() => askFor(0), [fields.values]);
  return (
    <div ref={box} onInput={() => askFor(typingPause)}>
      <Form key={JSON.stringify(fields.values)} fields={fields} keep className="lg:max-w-none">
        <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_320px]">
          <div className="part grid min-w-0 max-w-form gap-5">{children}</div>
          <QuoteSummary kind={kind} quote={answer === undefined ? (quote ?? null) : answer}>
            <div className="grid gap-2">
              {actions}
              <div className="grid gap-1 scripted:hidden">
                <Button name="_do" value="check">
                  {texts.check}
                </Button>
                <p className="text-sm text-ink-3">{texts.checkHint}</p>
              </div>
            </div>
          </QuoteSummary>
        </div>
      </Form>
    </div>
  );
}

/** The ways to go on with a draft: at once, or later. */
export const DraftActions = ({ save }: { save: string }) => (
  <>
    <Button variant="primary" name="_do" value="book">
      Book
    </Button>
    <Button name="_do" value="hold">
      Hold
    </Button>
    <Button name="_do" value="save">
      {save}
    </Button>
  </>
);
