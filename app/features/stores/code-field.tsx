import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { withMembers } from "~/lib/address";
import { TextField } from "~/ui/text-field";

/** A pause in typing that is taken for its end. */
const pauseMs = 400;

/** The store's code; with script it says while typing whether it is free. Submitting checks it always. */
export function CodeField({ store }: { store?: string }) {
  const { data, load } = useFetcher<{ code: string; unique: boolean | null }>();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const field = box.current?.querySelector("input");
    const typed = () => {
      clearTimeout(timer);
      timer = setTimeout(() => load(withMembers("/admin/stores/code", { code: field?.value, store })), pauseMs);
    };
    field?.addEventListener("input", typed);
    return () => {
      clearTimeout(timer);
      field?.removeEventListener("input", typed);
    };
  }, [load, store]);
  const words = data?.unique === false ? `${data.code} is taken by another store.` : data?.unique ? `${data.code} is free.` : "";
  return (
    <div ref={box}>
      <TextField name="code" label="Store code" hint="As your shops know it, for example NWR-0241" spellCheck={false} />
      <p role="status" className={`text-sm ${data?.unique === false ? "font-medium text-bad" : "text-ink-3"} ${words ? "mt-1" : ""}`}>
        {words}
      </p>
    </div>
  );
}
