import type { Licence } from "#contract/companies/licences";
import type { Tone } from "~/ui/frame/pill";

type LicenceDates = Pick<Licence, "name" | "validFrom" | "validTo">;

/**
 * Describes a licence's state today. An expired one is bad only if no valid one has the same name.
 */
export function licenceState(
  licence: LicenceDates,
  all: readonly LicenceDates[],
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

const kindOf = ({ name }: LicenceDates) => name.trim().toLowerCase();
