/**
 * Shows the progress of a task: on a terminal in one line that is overwritten, elsewhere with a
 * line for each stage, which is the text up to its first comma.
 * @param {{ write(text: string): unknown, isTTY?: boolean, columns?: number }} output
 */
export function openProgress(output) {
  const stages = new Set();
  /** @param {string} text */
  const rewrite = (text) => output.write(`\r${text.slice(0, (output.columns ?? 80) - 1)}\x1b[K`);
  return {
    /** @param {string} text */
    show(text) {
      if (output.isTTY) return rewrite(text);
      const stage = text.replace(/,.*/, " …");
      if (!stages.has(stage)) output.write(`${stage}\n`);
      stages.add(stage);
    },
    /** Ends the line. @param {string} text */
    end(text) {
      if (output.isTTY) rewrite(text);
      else output.write(text);
      output.write("\n");
    },
  };
}
