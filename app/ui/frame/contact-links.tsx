const look = "rounded-sm underline underline-offset-2 [overflow-wrap:anywhere] hover:no-underline";

/** Opens the person's mail program. */
export const MailLink = ({ address }: { address: string }) => (
  <a href={`mailto:${address}`} className={look}>
    {address}
  </a>
);

/** Dials on a phone: "+91 9876543210". */
export const PhoneLink = ({ number }: { number: string }) => (
  <a
    href={`tel:${number.replace(/[^+\d]/g, "")}`}
    className={`${look} whitespace-nowrap tabular-nums`}
  >
    {number}
  </a>
);
