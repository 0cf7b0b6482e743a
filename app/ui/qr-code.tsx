type QrCodeProps = {
  /** Drawn by drawQr (app/lib/images/qr.server.ts). */
  qr: { size: number; path: string };
  /** Names the content for screen readers. */
  label: string;
};

/** Empty modules around a QR code, which scanners need to find it. */
const quiet = 4;

/** Draws a QR code, dark on white in both themes. */
export function QrCode({ qr, label }: QrCodeProps) {
  const side = qr.size + 2 * quiet;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      width="232"
      height="232"
      shapeRendering="crispEdges"
      className="mb-3 max-w-full rounded-lg border border-line"
    >
      <rect x={-quiet} y={-quiet} width={side} height={side} fill="#fff" />
      <path d={qr.path} fill="#000" />
    </svg>
  );
}
