/** Mark and name; on signed-out pages it stands alone. */
export function Logo() {
  return (
    <span className="flex items-center gap-2 px-2 text-[15px] font-bold tracking-[-0.01em] [word-spacing:0.12em]">
      <Mark />
      Fever In-Store
    </span>
  );
}

/** The logo's mark: some bars of a day's sound. */
export const Mark = () => <img src="/logo.svg" alt="" width="24" height="24" />;
