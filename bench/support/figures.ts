/** One measurement and its limit, from the same run. */
export type Figure = {
  /** The quantity measured, with its unit. */
  measure: string;
  value: number;
  /**
   * The other side of the comparison, measured in the same run; null where the target is a plain
   * number.
   */
  peer: { name: string; value: number } | null;
  /** value by peer; null without a peer. */
  ratio: number | null;
  /** In words; null where the figure is only stated. */
  target: string | null;
  reached: boolean | null;
};

/**
 * Prints a bench's one line of JSON. Nothing fails here: a missed figure is reported, not thrown,
 * because a busy machine is not broken.
 */
export function say(name: string, figures: Figure[], details: Record<string, unknown> = {}): void {
  process.stdout.write(`${JSON.stringify({ name, figures, ...details })}\n`);
}

type Comparison = {
  measure: string;
  peer: string;
  ratios: number[];
  values: number[];
  peers: number[];
  atLeast?: number;
  atMost?: number;
};

/**
 * Two sides that were measured in turn: medians of each, and the median of the rounds' own ratios.
 */
export function compared({
  measure,
  peer,
  ratios,
  values,
  peers,
  atLeast,
  atMost,
}: Comparison): Figure {
  const ratio = median(ratios);
  return {
    measure,
    value: rounded(median(values)),
    peer: { name: peer, value: rounded(median(peers)) },
    ratio: rounded(ratio),
    target:
      atLeast !== undefined
        ? `ratio at least ${atLeast}`
        : atMost !== undefined
          ? `ratio at most ${atMost}`
          : null,
    reached:
      atLeast !== undefined ? ratio >= atLeast : atMost !== undefined ? ratio <= atMost : null,
  };
}

export const limited = (measure: string, value: number, atMost: number, unit: string): Figure => ({
  measure: `${measure}, ${unit}`,
  value: rounded(value),
  peer: null,
  ratio: null,
  target: `at most ${atMost} ${unit}`,
  reached: value <= atMost,
});

/** A figure without a limit. */
export const stated = (measure: string, value: number, unit: string): Figure => ({
  measure: `${measure}, ${unit}`,
  value: rounded(value),
  peer: null,
  ratio: null,
  target: null,
  reached: null,
});

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return (
    ((sorted[(sorted.length - 1) >> 1] ?? Number.NaN) +
      (sorted[sorted.length >> 1] ?? Number.NaN)) /
    2
  );
}

export const rounded = (value: number) =>
  value >= 100 ? Math.round(value) : Math.round(value * 100) / 100;
