import type { Issue } from "@/lib/errors";

export const PICTURE_TYPES = ["image/png", "image/jpeg"] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];
export type Picture = { contentType: PictureType; width: number; height: number };

/** The size limit of a person's picture or signature (specification, section 9). */
export const PICTURE_KILOBYTES = 500;
export const PICTURE_BYTES = PICTURE_KILOBYTES * 1024;
/** The longest side, in pixels: larger pictures would exhaust the memory of clients that decode them. */
export const PICTURE_SIDE = 4096;

/** Limits of an uploaded picture: size in kilobytes, side in pixels. */
export type PictureLimits = { kilobytes: number; side: number };
const PERSONAL: PictureLimits = { kilobytes: PICTURE_KILOBYTES, side: PICTURE_SIDE };

/** Markup that a browser might run if it treated the bytes as a page. */
const MARKUP = /<\s*(?:!doctype|\?php|html|head|body|script|svg|iframe|object|embed|img|meta|link)\b/i;

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));

/** Whether a metadata part contains markup. Decoded in slices, because a call takes a limited number of arguments. */
function hasMarkup(bytes: Uint8Array, from: number, to: number): boolean {
  let text = "";
  for (let at = from; at < to; at += 4096) text += ascii(bytes, at, Math.min(at + 4096, to));
  return MARKUP.test(text);
}

/**
 * Detects the type from the content, never from a name: a complete PNG or JPEG with nothing before, after or hidden in
 * it. Undefined for anything else.
 */
export function inspectPicture(bytes: Uint8Array): Picture | undefined {
  return inspectPng(bytes) ?? inspectJpeg(bytes);
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Checks the chunks: header first, image data inside, end last (PNG specification, section 5). */
function inspectPng(bytes: Uint8Array): Picture | undefined {
  if (PNG_SIGNATURE.some((byte, index) => bytes[index] !== byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [at, hasData] = [PNG_SIGNATURE.length, false];
  let picture: Picture | undefined;
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at);
    const type = ascii(bytes, at + 4, at + 8);
    const next = at + 12 + length;
    if (next > bytes.length || !/^[A-Za-z]{4}$/.test(type) || (type === "IHDR") !== (picture === undefined))
      return undefined;
    if (type === "IHDR") {
      if (length !== 13) return undefined;
      picture = { contentType: "image/png", width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    }
    if (type === "IEND")
      return hasData && length === 0 && next === bytes.length && isSized(picture) ? picture : undefined;
    if (type === "IDAT") hasData = true;
    else if (hasMarkup(bytes, at + 8, next - 4)) return undefined;
    at = next;
  }
  return undefined;
}

/** Frame headers contain the size; C4, C8 and CC are tables (ITU T.81, table B.1). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** End of the entropy-coded data: the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at + 1 < bytes.length) {
    const following = bytes[at + 1] as number;
    if (bytes[at] === 0xff && following !== 0 && (following < 0xd0 || following > 0xd7)) return at;
    at += 1;
  }
  return bytes.length;
}

/** Checks the segments from the start to the end marker (ITU T.81, annex B). */
function inspectJpeg(bytes: Uint8Array): Picture | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [at, hasScan] = [2, false];
  let picture: Picture | undefined;
  while (at + 1 < bytes.length) {
    const marker = bytes[at + 1] as number;
    if (bytes[at] !== 0xff) return undefined;
    // Any marker may be preceded by fill bytes 0xFF.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xd9) return hasScan && at + 2 === bytes.length && isSized(picture) ? picture : undefined;
    if (at + 4 > bytes.length) return undefined;
    const next = at + 2 + view.getUint16(at + 2);
    if (next > bytes.length || next < at + 4 || hasMarkup(bytes, at + 4, next)) return undefined;
    if (isFrame(marker)) {
      if (picture || next < at + 9) return undefined;
      picture = { contentType: "image/jpeg", width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    hasScan ||= marker === 0xda;
    at = marker === 0xda ? endOfScan(bytes, next) : next;
  }
  return undefined;
}

const isSized = (picture: Picture | undefined) => picture !== undefined && picture.width > 0 && picture.height > 0;

/**
 * The rule that an uploaded picture violates, for form and server; null if it is valid. The default limits are those of
 * a person's picture.
 */
export function pictureIssue(bytes: Uint8Array, path = "file", { kilobytes, side } = PERSONAL): Issue | null {
  if (bytes.length > kilobytes * 1024)
    return { path, rule: "imageSize", message: `at most ${kilobytes} kB`, limit: kilobytes };
  const picture = inspectPicture(bytes);
  if (!picture) return { path, rule: "image", message: "must be a JPG or PNG picture" };
  if (Math.max(picture.width, picture.height) > side)
    return { path, rule: "imageSide", message: `at most ${side} pixels a side`, limit: side };
  return null;
}

/** The bytes of a picture from a canvas (`data:image/png;base64,…`); empty if the text is something else. */
export function bytesOfDataUrl(url: string): Uint8Array {
  const encoded = /^data:image\/(?:png|jpeg);base64,([A-Za-z0-9+/]*={0,2})$/.exec(url)?.[1];
  if (encoded === undefined || encoded.length % 4 !== 0) return new Uint8Array();
  return Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
}
