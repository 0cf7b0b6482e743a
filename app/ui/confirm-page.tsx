import { Button, ButtonLink } from "./frame/button";
import { type ConfirmQuestion, Consequence, HiddenFields } from "./frame/confirm";
import { PageHead } from "./frame/page-head";
import { PostForm } from "./frame/post-form";
import { Refused, type RefusedProps } from "./refused";

type ConfirmPageProps = ConfirmQuestion &
  RefusedProps & {
    cancelTo: string;
  };

/**
 * The question of a ConfirmLink on its own page, for people without script and for shared
 * addresses; shows why an answer was refused.
 */
export function ConfirmPage({
  title,
  message,
  lines,
  confirmLabel,
  keepLabel = "Cancel",
  danger,
  action,
  hidden,
  cancelTo,
  result,
}: ConfirmPageProps) {
  return (
    <div className="max-w-[500px]">
      <PageHead title={title} />
      <Refused result={result} />
      <div className="panel p-5">
        <Consequence message={message} lines={lines} />
        <PostForm action={action} className="flex flex-wrap gap-2">
          <HiddenFields values={hidden} />
          <Button variant={danger === false ? "primary" : "danger-solid"}>{confirmLabel}</Button>
          <ButtonLink to={cancelTo}>{keepLabel}</ButtonLink>
        </PostForm>
      </div>
    </div>
  );
}
