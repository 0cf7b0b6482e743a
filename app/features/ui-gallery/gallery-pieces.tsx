import { useState } from "react";
import { withMembers } from "~/ui/frame/address";
import { Button, ButtonLink } from "~/ui/frame/button";
import { AlertDialog, ConfirmLink } from "~/ui/frame/confirm";
import { ErrorModal } from "~/ui/frame/error-modal";
import { Icon } from "~/ui/frame/icon";
import { Progress } from "~/ui/frame/loading";
import { NoInternetDialog } from "~/ui/frame/no-internet";
import { Facts, Panel } from "~/ui/frame/panel";
import { Badge, Pill } from "~/ui/frame/pill";
import { showSnack } from "~/ui/frame/snack-bar";
import { TextLink } from "~/ui/frame/text-link";
import { galleryPath } from "./paths";

type OpenDialog = "alert" | "error" | "offline" | null;

/**
 * Buttons, pills, dialogs, snack bars. The dialogs that only script opens have no page; those of
 * real pages have.
 */
export function GalleryPieces() {
  const [open, setOpen] = useState<OpenDialog>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Buttons />
      <States />
      <Panel title="Dialogs and messages">
        <div className="flex flex-wrap gap-2">
          <ConfirmLink
            to={withMembers(galleryPath, { confirm: "yes" })}
            title="Deactivate Andheri West?"
            message="Its player stops within a minute. Its schedule and its 3 bookings are kept."
            confirmLabel="Deactivate store"
            hidden={{ status: "inactive" }}
            label="Ask first"
          />
          <ButtonLink to={withMembers(galleryPath, { dialog: "users" })} preventScrollReset>
            Page as a dialog
          </ButtonLink>
          <Button type="button" onClick={() => setOpen("alert")}>
            Alert
          </Button>
          <Button type="button" onClick={() => setOpen("error")}>
            Error
          </Button>
          <Button type="button" onClick={() => setOpen("offline")}>
            No internet
          </Button>
          <Snacks />
        </div>
      </Panel>
      {open === "alert" ? (
        <AlertDialog
          title="The file was read"
          message="240 stores will be added; none will be changed."
          onClose={close}
        />
      ) : null}
      {open === "error" ? (
        <ErrorModal
          message="Something went wrong.Our technical team will fix it soon."
          requestId="01JD3"
          onClose={close}
        />
      ) : null}
      {open === "offline" ? <NoInternetDialog online={false} onClose={close} /> : null}
    </>
  );
}

function Buttons() {
  return (
    <Panel title="Buttons and links">
      <div className="flex flex-wrap items-center gap-2">
        <Button type="button" variant="primary" icon="plus">
          Add store
        </Button>
        <Button type="button">Import</Button>
        <ButtonLink to={galleryPath} icon="download">
          Download CSV
        </ButtonLink>
        <Button type="button" variant="danger">
          Deactivate
        </Button>
        <Button type="button" variant="danger-solid">
          Delete store
        </Button>
        <Button type="button" variant="quiet">
          Clear
        </Button>
        <Button type="button" disabled>
          Not now
        </Button>
        <Button type="button" small>
          Small
        </Button>
        <Button type="button" iconOnly icon="edit">
          Rename
        </Button>
        <Button type="button" iconOnly small icon="trash" variant="quiet">
          Remove
        </Button>
        <TextLink to={galleryPath}>A link in text</TextLink>
        <TextLink to="https://example.com" external>
          Another site
        </TextLink>
      </div>
    </Panel>
  );
}

function States() {
  return (
    <Panel title="States">
      <div className="flex flex-wrap items-center gap-2">
        <Pill tone="ok">Online</Pill>
        <Pill tone="warn">Low volume</Pill>
        <Pill tone="bad">Offline 3 h 10 min</Pill>
        <Pill tone="idle">Inactive</Pill>
        <Pill tone="info">Draft</Pill>
        <Badge>12</Badge>
        <Icon name="alert" label="Attention" />
      </div>
      <div className="mt-4 grid max-w-md gap-4">
        <Progress label="Stores imported" value={130} max={240} />
        <Facts
          facts={[
            { term: "Slot", value: "Morning, 60% Flagship favourites (from zone Mumbai)" },
            { term: "Rest", value: "27 h since it last played, minimum 4 h" },
          ]}
        />
      </div>
    </Panel>
  );
}

function Snacks() {
  return (
    <>
      <Button
        type="button"
        onClick={() => showSnack({ kind: "plain", message: "Nothing was changed" })}
      >
        Plain message
      </Button>
      <Button
        type="button"
        onClick={() => showSnack({ kind: "success", message: "Users updated successfully" })}
      >
        Success message
      </Button>
      <Button
        type="button"
        onClick={() => showSnack({ kind: "error", message: "Users update failed" })}
      >
        Error message
      </Button>
      <Button
        type="button"
        onClick={() =>
          showSnack({ kind: "session", message: "Session expired, Please login again" })
        }
      >
        Session message
      </Button>
    </>
  );
}
