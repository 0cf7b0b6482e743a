/**
 * Gives the element of a list at a place that the list has; throws at any other. The engine's inner
 * loops write `list[place] as number` instead, because they read arrays of known length millions of
 * times.
 */
export function elementAt<Element>(list: ArrayLike<Element>, place: number): Element {
  const element = list[place];
  if (element === undefined) throw new RangeError(`no element ${place} of ${list.length}`);
  return element;
}
