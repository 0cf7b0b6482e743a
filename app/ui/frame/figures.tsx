import { createContext, useContext } from "react";
import { type Figures, figuresIn, indianFormat } from "#contract/base/figures";

export const FiguresContext = createContext<Figures>(figuresIn(indianFormat));

/** Writes figures as the company whose page it is does. */
export const useFigures = (): Figures => useContext(FiguresContext);

/** A figure as useFigures writes it, for places that take no hook: a table's cells. */
export const Figure = ({ of }: { of: number }) => useFigures().figure(of);

/** The same for a count of things: "12,345 stores". */
export const Counted = ({ of, one, many }: { of: number; one: string; many?: string }) =>
  useFigures().counted(of, one, many);
