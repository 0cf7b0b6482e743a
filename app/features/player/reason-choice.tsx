type Props<Reason extends string> = {
  legend: string;
  reasons: readonly Reason[];
  labels: Readonly<Record<Reason, string>>;
};

/** Asks for one of a few reasons, each large enough for a thumb. */
export const ReasonChoice = <Reason extends string>({ legend, reasons, labels }: Props<Reason>) => (
  <fieldset className="grid gap-1">
    <legend className="font-semibold">{legend}</legend>
    {reasons.map((reason) => (
      <label key={reason} className="flex min-h-[40px] items-center gap-3 text-lg">
        <input type="radio" name="reason" value={reason} required className="tick" />
        {labels[reason]}
      </label>
    ))}
  </fieldset>
);
