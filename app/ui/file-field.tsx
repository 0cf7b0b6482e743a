import { useNavigation } from "@remix-run/react";
import { type ChangeEvent, type ReactNode, useEffect, useRef } from "react";
import { messages } from "#contract/base/messages";
import { filesAtATime, pictureSides, type UploadKind, uploads } from "#contract/base/uploads";
import { Field, type FieldProps } from "./field";
import { TextLink } from "./frame/text-link";

export type FileFieldProps = FieldProps & {
  /**
   * The kind of file that the endpoint accepts; decides which files the browser offers and what the
   * label says is allowed.
   */
  kind: UploadKind;
  multiple?: boolean;
  /** Shown under the control: the current file (`CurrentFile`). */
  children?: ReactNode;
};

const words: Record<UploadKind, string> = {
  image: `PNG or JPEG, each side ${pictureSides.least} to ${pictureSides.most} pixels`,
  document: "PDF or Word",
  table: "CSV or Excel (.xlsx)",
  portal: "JSON, CSV or Excel (.xlsx)",
  audio: "MP3, OGG, WAV, FLAC or M4A",
  voice: "WebM, M4A or OGG",
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
  /** Reports files before they are sent in vain. */
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
 * Empties a file field after its form was answered, as a new page would. So uploaded files are not
 * sent twice, and files that were refused must be
 * chosen again (we keep no files).
 */
function useEmptyAfterUpload() {
  const input = useRef<HTMLInputElement>(null);
  const isSent = useRef(false);
  const { state } = useNavigation();
  useEffect(() => {
    const field = input.current;
    const form = field?.form;
    const noteSubmit = () => {
      isSent.current = Boolean(field?.files?.length);
    };
    // a file chosen while the answer arrives was not sent yet
    const noteChoice = () => {
      isSent.current = false;
    };
    form?.addEventListener("submit", noteSubmit);
    field?.addEventListener("change", noteChoice);
    return () => {
      form?.removeEventListener("submit", noteSubmit);
      field?.removeEventListener("change", noteChoice);
    };
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
 * Shows the current file, as a picture or as a link that downloads it; a button that removes it is
 * the child.
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
