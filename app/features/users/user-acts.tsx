import { withMembers } from "~/ui/frame/address";
import { ConfirmLink } from "~/ui/frame/confirm";
import { actLabels, userQuestion } from "./user-questions";

type Props = {
  user: { ref: string; username: string; name: string; email: string; acts: string[] };
  /** Members of the list's address, kept on the way back. */
  address: Parameters<typeof withMembers>[1];
};

/** What may be done to a user's account; each asks first, on its own page or in a dialog. */
export function UserActs({ user, address }: Props) {
  return user.acts.map((act) => {
    const question = userQuestion(act, user);
    return question ? (
      <ConfirmLink
        key={act}
        {...question}
        to={withMembers(`/admin/users/${user.ref}/${act}`, address)}
        variant={act === "delete" ? "danger" : "plain"}
        small
      >
        {actLabels[act]}
        <span className="sr-only"> {user.username}</span>
      </ConfirmLink>
    ) : null;
  });
}
