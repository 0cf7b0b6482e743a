const look = "rounded-sm underline underline-offset-2 [overflow-wrap:anywhere] hover:no-underline";

/** Links an address to the person's mail program. */
export const MailLink = ({ address }: { address: string }) => (
  <a href={`mailto:${address}`} className={look}>
    {address}
  </a>
);

/** Links a number such as "+91 9876543210" to be dialled on a phone. */
export const PhoneLink = ({ number }: { number: string }) => (
  <a
    href={`tel:${number.replace(/[^+\d]/g, "")}`}
    className={`${look} whitespace-nowrap tabular-nums`}
  >
    {number}
  </a>
);
