import type { Licence } from "#contract/companies/licences";
import type { Tone } from "~/ui/frame/pill";

type Judged = Pick<Licence, "name" | "validFrom" | "validTo">;

/**
 * What a licence is today, in words; one that is over is bad only while none of the same name is
 * valid in its place.
 */
export function licenceState(
  licence: Judged,
  all: readonly Judged[],
  today: string,
): { tone: Tone; words: string } {
  if (licence.validFrom > today) return { tone: "info", words: "Not started" };
  if (licence.validTo >= today) return { tone: "ok", words: "Valid" };
  const isFollowed = all.some(
    (other) =>
      kindOf(other) === kindOf(licence) && other.validFrom <= today && other.validTo >= today,
  );
  return { tone: isFollowed ? "idle" : "bad", words: "Expired" };
}

const kindOf = ({ name }: Judged) => name.trim().toLowerCase();
