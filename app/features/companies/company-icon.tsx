import { Icon } from "~/ui/frame/icon";

/** A company's icon as a small square; a plain one where it has none. */
export function CompanyIcon({ src, size = 32 }: { src: string | null; size?: 32 | 64 }) {
  const box = size === 64 ? "size-16" : "size-8";
  if (!src)
    return (
      <span
        aria-hidden="true"
        className={`grid ${box} shrink-0 place-items-center rounded border border-line bg-sunken text-ink-3`}
      >
        <Icon name="company" size={size === 64 ? 40 : 20} />
      </span>
    );
  return (
    <img
      src={src}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      className={`${box} shrink-0 rounded border border-line bg-paper object-contain`}
    />
  );
}
