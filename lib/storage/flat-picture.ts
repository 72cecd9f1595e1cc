import sharp from "sharp";
import { PICTURE_SIDE } from "./picture";

/**
 * A picture of strangers for a document: decoded and written anew as an RGB PNG on white, at most as large as the box
 * (pixels). Null if it cannot be decoded.
 */
export async function flatPicture(
  bytes: Uint8Array,
  { width, height }: { width: number; height: number },
): Promise<Buffer | null> {
  try {
    return await sharp(bytes, { limitInputPixels: PICTURE_SIDE * PICTURE_SIDE })
      .resize({ width, height, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .png({ compressionLevel: 9 })
      .toBuffer();
  } catch {
    return null;
  }
}
