import { withMember } from "./address";
import { ButtonLink } from "./button";

type DownloadsProps = {
  /** The address of the list as CSV; `format` makes it a workbook. */
  to: string;
  small?: boolean;
};

/** Links that download a list as CSV or as a workbook. */
export function Downloads({ to, small }: DownloadsProps) {
  return (
    <>
      <ButtonLink to={to} download icon="download" small={small}>
        <Label file="CSV" />
      </ButtonLink>
      <ButtonLink to={withMember(to, "format", "xlsx")} download icon="download" small={small}>
        <Label file="Excel" />
      </ButtonLink>
    </>
  );
}

/** On a phone only screen readers get the verb, so that four buttons fit in a row. */
const Label = ({ file }: { file: string }) => (
  <span>
    <span className="max-md:sr-only">Download </span>
    {file}
  </span>
);
