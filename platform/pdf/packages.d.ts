declare module "linebreak" {
  /** Gives the positions at which a line of text may end (UAX #14). */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}

declare module "subset-font" {
  export default function subsetFont(
    font: Uint8Array,
    text: string | undefined,
    options: {
      targetFormat: "truetype";
      variationAxes: Record<string, number>;
      keepAllGlyphs: boolean;
      noHinting: boolean;
    },
  ): Promise<Uint8Array>;
}
