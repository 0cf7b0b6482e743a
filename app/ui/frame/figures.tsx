import { createContext, useContext } from "react";
import { type Figures, figuresIn, indianFormat } from "#contract/base/figures";

export const FiguresContext = createContext<Figures>(figuresIn(indianFormat));

/** Formats figures as in the country of the page's company. */
export const useFigures = (): Figures => useContext(FiguresContext);

/** Formats a figure like useFigures, where hooks cannot be called: in a table's cells. */
export const Figure = ({ of }: { of: number }) => useFigures().figure(of);

/** Formats a count of things in the same way: "12,345 stores". */
export const Counted = ({ of, one, many }: { of: number; one: string; many?: string }) =>
  useFigures().counted(of, one, many);
