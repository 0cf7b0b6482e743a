import { type DragEvent, type ReactNode, useRef } from "react";
import { useHydrated } from "~/ui/frame/hydrated";
import { PostForm } from "~/ui/frame/post-form";

/**
 * With script, drags a row by its handle onto another's place. Without script, the buttons in each
 * row do the same.
 */
export function SongOrder({ action, children }: { action: string; children: ReactNode }) {
  const form = useRef<HTMLFormElement>(null);
  const song = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLInputElement>(null);
  const handleIn = ({ target }: DragEvent) =>
    target instanceof Element
      ? target.closest("tr")?.querySelector<HTMLElement>("[data-song]")
      : null;
  const choose = (ref: string | undefined) => {
    if (song.current) song.current.value = ref ?? "";
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the drag is an extra beside the buttons
    <div
      onDragStart={({ target }) =>
        choose(target instanceof HTMLElement ? target.dataset.song : undefined)
      }
      onDragEnd={() => choose(undefined)}
      onDragOver={(event) => {
        if (song.current?.value && handleIn(event)) event.preventDefault();
      }}
      onDrop={(event) => {
        const onto = handleIn(event)?.dataset;
        if (
          !song.current?.value ||
          !place.current ||
          !onto?.position ||
          onto.song === song.current.value
        )
          return;
        event.preventDefault();
        place.current.value = onto.position;
        form.current?.requestSubmit();
      }}
    >
      {children}
      <PostForm ref={form} action={action} preventScrollReset hidden>
        <input type="hidden" name="do" value="place" />
        <input ref={song} type="hidden" name="id" />
        <input ref={place} type="hidden" name="position" />
      </PostForm>
    </div>
  );
}

export function DragHandle({ songRef, position }: { songRef: string; position: number }) {
  if (!useHydrated()) return null;
  return (
    <span
      draggable
      data-song={songRef}
      data-position={position}
      aria-hidden="true"
      title="Drag to another position"
      className="cursor-grab select-none px-1 text-ink-3 max-md:hidden"
    >
      ⠿
    </span>
  );
}
