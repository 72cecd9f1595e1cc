/** Longest side of a photo in pixels: damage is recognisable, and three of them go through a bad line. */
const PHOTO_SIDE = 1280;
const QUALITY = 0.7;

/** The content of a data URL in base64. */
export const base64Of = (dataUrl: string) => dataUrl.slice(dataUrl.indexOf(",") + 1);

/** A photo as a smaller JPEG in base64, without the position that a phone writes into it. */
export async function smallPhoto(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, PHOTO_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return base64Of(canvas.toDataURL("image/jpeg", QUALITY));
}
