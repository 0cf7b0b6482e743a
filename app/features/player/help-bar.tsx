import { Icon } from "~/ui/frame/icon";
import { HelpForm } from "./help-form";
import { PlayerPopover } from "./player-popover";
import { helpTexts } from "./texts";

export type HelpContact = { companyName: string; phone: string | null; email: string | null };

type Props = { storeId: number; storeCode: string; contact: HelpContact };

/** Always at the bottom of the page; works without script. */
export function HelpBar({ storeId, storeCode, contact }: Props) {
  return (
    <footer className="sticky bottom-0 z-10 border-t border-line bg-paper px-4 pb-[max(10px,env(safe-area-inset-bottom))] pt-2.5 print:hidden">
      <button
        type="button"
        popovertarget="help"
        className="mx-auto flex min-h-[48px] w-full max-w-[420px] items-center justify-center gap-2 rounded-full border border-line-strong bg-paper text-lg font-semibold"
      >
        <Icon name="phone" size={20} />
        Call for help
      </button>
      <PlayerPopover
        id="help"
        title="Call for help"
        lead={
          <>
            {helpTexts.say} <b className="whitespace-nowrap font-semibold text-ink">{storeCode}</b>.{" "}
            {helpTexts.sees}
          </>
        }
      >
        <HelpForm storeId={storeId} />
        <Ways {...contact} />
        <button
          type="button"
          popovertarget="help"
          popovertargetaction="hide"
          className="btn mt-2 min-h-[48px] w-full"
        >
          Close
        </button>
      </PlayerPopover>
    </footer>
  );
}

function Ways({ companyName, phone, email }: HelpContact) {
  if (!phone && !email) return <p>{helpTexts.none(companyName)}</p>;
  return (
    <div className="grid gap-2">
      {phone ? (
        <a
          href={`tel:${phone.replace(/[^+\d]/g, "")}`}
          className="btn btn-primary min-h-[48px] w-full text-lg tabular-nums"
        >
          <Icon name="phone" size={20} />
          {phone}
        </a>
      ) : null}
      {email ? (
        <a href={`mailto:${email}`} className="btn min-h-[48px] w-full [overflow-wrap:anywhere]">
          <Icon name="mail" size={20} />
          {email}
        </a>
      ) : null}
    </div>
  );
}
