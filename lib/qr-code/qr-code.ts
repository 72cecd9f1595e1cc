import "server-only";
import qrcode from "qrcode";

/** The QR code of a text as an SVG data URI for an `img`; dark on white with the quiet zone that scanners need. */
export async function qrCodeImage(text: string): Promise<string> {
  const svg = await qrcode.toString(text, { type: "svg", errorCorrectionLevel: "M", margin: 4 });
  return `data:image/svg+xml;utf8,${encodeURIComponent(svg.trim())}`;
}
