import { ConfirmLink } from "~/ui/frame/confirm";
import { statusQuestion } from "./status-question";

type Props = { target: "active" | "inactive"; name: string; to: string; companyRef: string };

/** Asks before a company is activated or deactivated. */
export function StatusLink({ target, name, to, companyRef }: Props) {
  return (
    <ConfirmLink
      {...statusQuestion(target, name)}
      to={to}
      variant="quiet"
      small
      hidden={
        <>
          <input type="hidden" name="id" value={companyRef} />
          <input type="hidden" name="to" value={target} />
        </>
      }
    >
      {target === "inactive" ? "Deactivate" : "Activate"}
      <span className="sr-only"> {name}</span>
    </ConfirmLink>
  );
}
