import { create } from "qrcode";

/** A QR code as the path of an SVG (ui/qr-code), a square of one unit for each dark module. */
export function drawQr(
  text: string,
  errorCorrectionLevel: "L" | "M" = "M",
): { size: number; path: string } {
  const { modules } = create(text, { errorCorrectionLevel });
  const squares = [...modules.data].flatMap((dark, i) =>
    dark ? [`M${i % modules.size} ${Math.floor(i / modules.size)}h1v1h-1z`] : [],
  );
  return { size: modules.size, path: squares.join("") };
}
