/** A store's day, minute by minute. */
export const timelineTexts = {
  lead: "What the player reported while the store was open, and what it played.",
  picture: "The day from midnight to midnight, in the store's time zone.",
  closed: "The store was not open on this day, or its minutes are no longer kept.",
  notYet: "This day has not begun in the store's time zone.",
  hours: "Minutes of each hour in which the store was open. Choose an hour to see its plays.",
  noPlays: "Nothing that counts was played on this day.",
  noPlaysInHour: "Nothing that counts was played in this hour.",
};
