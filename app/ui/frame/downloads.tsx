import { withMember } from "./address";
import { ButtonLink } from "./button";

type DownloadsProps = {
  /** Of the list as CSV; it becomes the workbook's by `format`. */
  to: string;
  small?: boolean;
};

/** A list to download, as CSV or as a workbook. */
export function Downloads({ to, small }: DownloadsProps) {
  return (
    <>
      <ButtonLink to={to} download icon="download" small={small}>
        Download CSV
      </ButtonLink>
      <ButtonLink to={withMember(to, "format", "xlsx")} download icon="download" small={small}>
        Download Excel
      </ButtonLink>
    </>
  );
}
