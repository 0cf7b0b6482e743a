import { useNavigation } from "@remix-run/react";
import { type ChangeEvent, type ReactNode, useEffect, useRef } from "react";
import { messages } from "#contract/base/messages";
import { filesAtATime, pictureSides, type UploadKind, uploads } from "#contract/base/uploads";
import { Field, type FieldProps } from "./field";
import { TextLink } from "./frame/text-link";

export type FileFieldProps = FieldProps & {
  /**
   * What the endpoint takes: says which files the browser offers, and under the label what is
   * allowed.
   */
  kind: UploadKind;
  multiple?: boolean;
  /** Under the control: the file that is there now (`CurrentFile`). */
  children?: ReactNode;
};

const words: Record<UploadKind, string> = {
  image: `PNG or JPEG, each side ${pictureSides.least} to ${pictureSides.most} pixels`,
  document: "PDF or Word",
  table: "CSV or Excel (.xlsx)",
  portal: "JSON, CSV or Excel (.xlsx)",
  audio: "MP3, OGG, WAV, FLAC or M4A",
};

/** A file to upload; the form around it needs `multipart`. Files can also be dropped on it. */
export function FileField({
  name,
  label,
  hint,
  className,
  kind,
  multiple,
  children,
}: FileFieldProps) {
  const limit = `${words[kind]}, at most ${uploads[kind].bytes / 1024 / 1024} MB${multiple ? ` each, ${filesAtATime} files at a time` : ""}.`;
  /** What would be sent in vain is said before it is. */
  const check = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])];
    const isTooLarge = files.some(({ size }) => size > uploads[kind].bytes);
    currentTarget.setCustomValidity(
      files.length > filesAtATime ? messages.tooManyFiles : isTooLarge ? messages.fileTooLarge : "",
    );
  };
  const input = useEmptyAfterUpload();
  return (
    <Field name={name} label={label} hint={hint ? [hint, " ", limit] : limit} className={className}>
      {(control) => (
        <>
          <input
            ref={input}
            type="file"
            {...control}
            autoComplete="off" // a reload does not choose the file again
            accept={uploads[kind].accept}
            multiple={multiple}
            onChange={check}
            className="control h-auto cursor-pointer border-dashed p-2 file:mr-3 file:min-h-[32px] file:cursor-pointer file:rounded file:border-0 file:bg-sunken file:px-3 file:font-medium file:text-ink"
          />
          {children}
        </>
      )}
    </Field>
  );
}

/**
 * A browser empties a file field with its page. Where script stays on the page, the field is
 * emptied once its form was answered: what was uploaded is not sent twice, and what was refused is
 * chosen again (we keep no files).
 */
function useEmptyAfterUpload() {
  const input = useRef<HTMLInputElement>(null);
  const isSent = useRef(false);
  const { state } = useNavigation();
  useEffect(() => {
    const form = input.current?.form;
    const submitted = () => {
      isSent.current = Boolean(input.current?.files?.length);
    };
    form?.addEventListener("submit", submitted);
    return () => form?.removeEventListener("submit", submitted);
  }, []);
  useEffect(() => {
    if (state !== "idle" || !isSent.current || !input.current) return;
    isSent.current = false;
    input.current.value = "";
    input.current.setCustomValidity("");
  }, [state]);
  return input;
}

/**
 * A file that is there now: its picture, or a link that saves it; a button that removes it goes in
 * as child.
 */
export function CurrentFile({
  name,
  src,
  href,
  children,
}: {
  name: string;
  src?: string;
  href?: string;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line p-2">
      {src ? (
        <img
          src={src}
          alt=""
          width={48}
          height={48}
          loading="lazy"
          className="h-12 w-12 rounded object-contain"
        />
      ) : null}
      <span className="min-w-0 flex-1 break-words">
        {href ? (
          <TextLink to={href} reloadDocument>
            {name}
          </TextLink>
        ) : (
          name
        )}
      </span>
      {children}
    </div>
  );
}
