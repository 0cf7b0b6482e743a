import { TextLink } from "~/ui/frame/text-link";

/** A store in a row of a list: its name, a link where the reader may open it, above its code. */
export const StoreName = ({
  name,
  code,
  to,
}: {
  name: string;
  code: string;
  to: string | null;
}) => (
  <>
    <b className="font-semibold [overflow-wrap:anywhere]">
      {to ? <TextLink to={to}>{name}</TextLink> : name}
    </b>
    <small className="block text-ink-3">{code}</small>
  </>
);
