type Asked = { groupName: string; day: string; stores: number };

/** What is asked before a day is published. */
export const publishQuestion = ({ groupName, day, stores }: Asked) => ({
  title: `Publish ${groupName}, ${day}?`,
  message: `${stores === 1 ? "Its store gets" : `Its ${stores} stores get`} exactly this order, each cut to its own hours. A version published before is replaced.`,
  confirmLabel: "Publish",
  danger: false,
});
