/** A count as people here read it: 12,345, and 1,23,456. */
export const figure = (count: number) => count.toLocaleString("en-IN");

/** A count of things: 1 store, 12,345 stores. */
export const counted = (count: number, one: string, many = `${one}s`) => `${figure(count)} ${count === 1 ? one : many}`;
