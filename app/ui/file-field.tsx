import { Field, type FieldProps } from "./field";

export type FileFieldProps = FieldProps & {
  /** As in HTML: ".csv,.xlsx", "image/png,image/jpeg". */
  accept?: string;
  multiple?: boolean;
};

/** A file to upload; the form around it needs `multipart`. Files can also be dropped on it. */
export function FileField({ name, label, hint, className, accept, multiple }: FileFieldProps) {
  return (
    <Field name={name} label={label} hint={hint} className={className}>
      {(control) => (
        <input
          type="file"
          {...control}
          accept={accept}
          multiple={multiple}
          className="control h-auto cursor-pointer border-dashed p-2 file:mr-3 file:min-h-[32px] file:cursor-pointer file:rounded file:border-0 file:bg-brand-tint file:px-3 file:font-medium file:text-brand-on-tint"
        />
      )}
    </Field>
  );
}
