import { type Figures, figuresIn, indianFormat, type NumberFormat } from "./figures.ts";

const figuresByCountry = new Map<string, Figures>();

/**
 * Figures as English is written in a country (ISO 3166-1 alpha-2), by CLDR; in India's way where no
 * company is known.
 */
export function figuresOf(country: string | undefined): Figures {
  if (country === undefined) return indian;
  const figures = figuresByCountry.get(country) ?? figuresIn(formatOf(country));
  figuresByCountry.set(country, figures);
  return figures;
}

const indian = figuresIn(indianFormat);

function formatOf(country: string): NumberFormat {
  const parts = new Intl.NumberFormat(`en-${country}`, { useGrouping: "always" }).formatToParts(
    123_456_789.5,
  );
  const ofType = (type: Intl.NumberFormatPartTypes) =>
    parts.filter((part) => part.type === type).map(({ value }) => value);
  const groups = ofType("integer");
  return {
    group: ofType("group")[0] ?? "",
    decimal: ofType("decimal")[0] ?? ".",
    last: groups.at(-1)?.length ?? 3,
    before: groups.at(-2)?.length ?? 3,
  };
}
