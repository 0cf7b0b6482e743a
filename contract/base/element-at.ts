/** Gives the element of a list at a place that the list has; throws at any other. */
export function elementAt<Element>(list: ArrayLike<Element>, place: number): Element {
  const element = list[place];
  if (element === undefined) throw new RangeError(`no element ${place} of ${list.length}`);
  return element;
}
