import { Form, FormActions } from "~/ui/form";
import { Button } from "~/ui/frame/button";
import { ConfirmLink, type ConfirmLinkData } from "~/ui/frame/confirm";
import { Panel } from "~/ui/frame/panel";
import { PostForm } from "~/ui/frame/post-form";
import { Refused } from "~/ui/refused";
import { TextAreaField } from "~/ui/text-field";
import { VersionField } from "~/ui/version-field";
import { type BookingPage, CampaignFacts } from "./booking";
import type { BookingResult } from "./booking.server";
import { bookingTexts as texts } from "./booking-words";

type Hold = NonNullable<BookingPage["held"]>;

/** Shows what a held campaign keeps, with the buttons to book or release it. */
export function HeldBooking({
  page,
  held,
  release,
  result,
}: {
  page: BookingPage;
  held: Hold;
  release: ConfirmLinkData;
  result: BookingResult | undefined;
}) {
  return (
    <>
      <Refused result={result} />
      <Panel title="Held plays">
        <p>{held.keeps}</p>
        {held.price ? <p>{texts.price(held.price)}</p> : null}
        {held.approval ? <p className="mt-2 font-medium">{held.approval.words}</p> : null}
        {held.approval?.mayApprove ? (
          <Approval version={page.version} result={result} />
        ) : (
          <PostForm id="form" className="mt-4 flex flex-wrap gap-2">
            <input type="hidden" name="version" value={page.version} />
            {held.approval ? null : (
              <Button variant="primary" name="as" value="booked">
                Book
              </Button>
            )}
            <ConfirmLink {...release} />
          </PostForm>
        )}
      </Panel>
      <CampaignFacts facts={page.facts} />
    </>
  );
}

/** The answers of the second person to a booking that waits. */
function Approval({ version, result }: { version: string; result: BookingResult | undefined }) {
  const values = { ...result?.fields.values, version };
  return (
    <Form
      fields={{ values, errors: result?.fields.errors }}
      enter={{ name: "as", value: "approve" }}
    >
      <VersionField />
      <TextAreaField name="reason" label={texts.declineReason} rows={2} />
      <FormActions>
        <Button variant="primary" name="as" value="approve">
          Approve
        </Button>
        <Button name="as" value="decline">
          Decline
        </Button>
      </FormActions>
    </Form>
  );
}
