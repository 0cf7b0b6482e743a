import { withMember } from "./address";
import { ButtonLink } from "./button";

type DownloadsProps = {
  /** Leads to the list as CSV; it becomes the workbook's by `format`. */
  to: string;
  small?: boolean;
};

/** A list to download, as CSV or as a workbook. */
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

/** On a phone the icon's verb is left to those who listen: four buttons stand in one row. */
const Label = ({ file }: { file: string }) => (
  <span>
    <span className="max-md:sr-only">Download </span>
    {file}
  </span>
);
