import { NumberField } from "~/ui/text-field";

type NumberWithDefaultProps = {
  name: string;
  label: string;
  /** The unit beside the number, in its default too. */
  suffix: string;
  hint: string;
  /** Applies while the field is empty. */
  usual: number;
};

/** A number that may stay empty: the field shows the default in grey, and the hint names it. */
export const NumberWithDefault = ({ hint, usual, ...field }: NumberWithDefaultProps) => (
  <NumberField
    {...field}
    hint={`${hint} Default: ${usual} ${field.suffix}`}
    placeholder={String(usual)}
  />
);
