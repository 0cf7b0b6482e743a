/**
 * A count as people here read it: 12,345, and 1,23,456. By hand, because Intl reads the digits of a whole language first, which was a fifth
 * of a page's work on a slow phone.
 */
export const figure = (count: number) => String(count).replace(/\d(?=(\d\d)+\d$)/g, "$&,");

/** A count of things: 1 store, 12,345 stores. */
export const counted = (count: number, one: string, many = `${one}s`) => `${figure(count)} ${count === 1 ? one : many}`;
