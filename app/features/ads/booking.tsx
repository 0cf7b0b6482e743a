import type { SerializeFrom } from "@remix-run/node";
import { CheckboxField, RadioField } from "~/ui/choice-field";
import { Form, FormActions } from "~/ui/form";
import { oneOf } from "~/ui/form-lines";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Facts, Panel } from "~/ui/frame/panel";
import { PostForm } from "~/ui/frame/post-form";
import { type Column, Table } from "~/ui/frame/table";
import { Refused } from "~/ui/refused";
import { VersionField } from "~/ui/version-field";
import type { BookingResult, loadBooking } from "./booking.server";
import { bookingTexts as texts } from "./booking-words";
import { FullHours } from "./full-hours";
import { type BookingAlternative, Hidden, WaysOn } from "./offers";
import { QuoteSummary } from "./quote-summary";

export type BookingPage = SerializeFrom<typeof loadBooking>;
type Quote = NonNullable<BookingPage["quote"]>;

/** Shows what a draft takes and costs, how much of it is free, and the two ways to take it. */
export function DraftBooking({
  page,
  quote,
  result,
}: {
  page: BookingPage;
  quote: Quote;
  result: BookingResult | undefined;
}) {
  const { version, kind } = page;
  const below = quote.music?.below;
  const isAskedHere =
    below && !Object.keys(result?.fields.values ?? {}).some((name) => name.startsWith("offer."));
  const values = { mode: "all", ...(result?.form === "form" ? result.fields.values : {}), version };
  const mayTake = !quote.silent && !quote.music?.isRefused;
  return (
    <>
      <BookingRefusal result={result} page={page} quote={quote} />
      {result?.fields.errors?.acceptsLessMusic && !isAskedHere ? (
        <LessMusic result={result} version={version} />
      ) : null}
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="lg:col-start-2 lg:row-start-1">
          <QuoteSummary kind={kind} quote={quote}>
            {mayTake ? (
              <Form fields={{ values }} enter={{ name: "as", value: "held" }}>
                <VersionField />
                <RadioField name="mode" label={texts.mode} options={modes} />
                {below ? (
                  <CheckboxField
                    name="acceptsLessMusic"
                    label={texts.acceptsLessMusic}
                    hint={below}
                  />
                ) : null}
                <FormActions>
                  <Button variant="primary" name="as" value="booked">
                    Book
                  </Button>
                  <Button name="as" value="held">
                    Hold
                  </Button>
                </FormActions>
              </Form>
            ) : null}
          </QuoteSummary>
        </div>
        <div className="min-w-0">
          {quote.silent ? <Silent {...quote.silent} /> : null}
          <CampaignFacts facts={page.facts} />
          <FullHours rows={result?.refusal?.full ?? quote.full} />
        </div>
      </div>
    </>
  );
}

/** Lists the stores that need music before the campaign can take plays. */
function Silent({ lead, lines, more, rulesTo }: NonNullable<Quote["silent"]>) {
  return (
    <Panel
      title={texts.silent}
      lead={lead}
      actions={
        rulesTo ? (
          <ButtonLink to={rulesTo} variant="primary">
            {texts.openRules}
          </ButtonLink>
        ) : null
      }
    >
      <ul className="list-disc pl-[18px]">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {more ? <li>{texts.silentMore(more)}</li> : null}
      </ul>
    </Panel>
  );
}

export const modes = [
  { value: "all", label: texts.all, hint: texts.allHint },
  { value: "fits", label: texts.fits, hint: texts.fitsHint },
];

export const CampaignFacts = ({ facts }: Pick<BookingPage, "facts">) => (
  <Panel title="Campaign">
    <Facts facts={facts} />
  </Panel>
);

/**
 * Asks to accept less music for an offer, or for the part that fits. The form of the campaign's own
 * times shows its checkbox only if those times leave less.
 */
function LessMusic({ result, version }: { result: BookingResult; version: string }) {
  const posted = Object.entries(result.fields.values ?? {}).filter(
    ([name]) => name !== "acceptsLessMusic" && name !== "version",
  );
  return (
    <Panel title={texts.lessMusicTitle} lead={texts.lessMusicLead}>
      <Form id="less-music">
        <Hidden
          fields={[
            ["version", version],
            ...posted.map(([name, value]): [string, string] => [name, oneOf(value)]),
          ]}
        />
        <CheckboxField name="acceptsLessMusic" label={texts.acceptsLessMusic} />
        <FormActions>
          <Button variant="primary">{texts.take[readBookedAs(result)]}</Button>
        </FormActions>
      </Form>
    </Panel>
  );
}

const readBookedAs = (result: BookingResult | undefined) =>
  oneOf(result?.fields.values?.as) === "held" ? "held" : "booked";

type RefusalProps = { result: BookingResult | undefined; page: BookingPage; quote: Quote };

/** Says why nothing was taken, with one button for each free time that takes it. */
function BookingRefusal({ result, page: { version, offers }, quote }: RefusalProps) {
  const posted = result?.fields.values ?? {};
  const bookedAs = readBookedAs(result);
  const common: [string, string][] = [
    ["as", bookedAs],
    ["version", version],
    ...(oneOf(posted.acceptsLessMusic) === "on"
      ? [["acceptsLessMusic", "on"] as [string, string]]
      : []),
  ];
  const mayFit = quote.hasRoom && !quote.isFree && oneOf(posted.mode) !== "fits";
  const ways = (result?.refusal?.offers ?? offers).map((offer) => ({
    ...offer,
    label: texts.take[bookedAs],
    fields: [...common, ["mode", oneOf(posted.mode) || "all"] as [string, string], ...offer.fields],
  }));
  const fits: BookingAlternative[] = mayFit
    ? [
        {
          key: "fits",
          title: texts.fits,
          detail: texts.takeFits,
          label: texts.takeFitsLabel[bookedAs],
          fields: [...common, ["mode", "fits"]],
          ...quote.fitting,
        },
      ]
    : [];
  const preemption = result?.refusal?.preemption;
  const offer = Object.entries(posted).filter(([name]) => name.startsWith("offer."));
  return (
    <>
      <Refused result={result} />
      {preemption ? (
        <Preemption
          preemption={preemption}
          fields={[
            ...common,
            ...offer.map(([name, value]): [string, string] => [name, oneOf(value)]),
          ]}
        />
      ) : null}
      {quote.silent ? null : <WaysOn ways={[...ways, ...fits]} />}
    </>
  );
}

type PreemptionWords = NonNullable<NonNullable<BookingResult["refusal"]>["preemption"]>;

/** Shows exactly whose plays the booking would take, and the button that agrees to it. */
const Preemption = ({
  preemption: { plays, rows, fields: agreed },
  fields,
}: {
  preemption: PreemptionWords;
  fields: [string, string][];
}) => (
  <Panel title={texts.preemptTitle} lead={texts.preemptLead(plays)}>
    <Table
      caption={texts.preemptTitle}
      columns={preemptionColumns}
      rows={rows}
      rowKey={({ key }) => key}
    />
    <PostForm id="preempt" className="mt-4">
      <Hidden fields={[...fields, ...agreed]} />
      <Button variant="primary">{texts.preempt(plays)}</Button>
    </PostForm>
  </Panel>
);

const preemptionColumns: Column<PreemptionWords["rows"][number]>[] = [
  { key: "name", header: "Campaign", card: "title", cell: ({ name }) => name },
  { key: "brand", header: "Brand", cell: ({ brand }) => brand },
  { key: "priority", header: "Priority", cell: ({ priority }) => priority },
  { key: "stores", header: "In", cell: ({ stores }) => stores },
  { key: "plays", header: "Plays taken", numeric: true, cell: ({ plays }) => plays },
  { key: "price", header: "Their price", numeric: true, cell: ({ price }) => price ?? "–" },
  { key: "madeGood", header: "Made good", cell: ({ madeGood }) => madeGood },
];
