import { callService, ServiceError } from "@/lib/http/call-service";
import type { HandedOverDto, HandoverInput } from "./handover.schema";

const PATH = "/service/transportCode";
/** Photos make an answer slow to send on a bad line. */
const TIMEOUT_MS = 60_000;

export type Answer = Omit<HandoverInput, "key">;

/** Sends a receiver's answer. Throws ServiceError. */
export const sendAnswer = (key: string, answer: Answer): Promise<HandedOverDto> =>
  callService(PATH, { method: "POST", body: { key, ...answer }, timeoutMs: TIMEOUT_MS });

/** Whether the answer did not get through, and is to be sent again as it is. */
export const isUnsent = (error: unknown): boolean =>
  error instanceof ServiceError &&
  (error.code === 0 || error.code === 503 || error.code === 429 || error.code >= 500000);

const storageKey = (key: string) => `frostline.handover.${key.slice(0, 22)}`;

/** Keeps an answer in the browser until it is sent. False if the browser has no room or does not allow it. */
export function keepAnswer(key: string, answer: Answer): boolean {
  try {
    localStorage.setItem(storageKey(key), JSON.stringify(answer));
    return true;
  } catch {
    return false;
  }
}

/** The answer that was kept; null without one. */
export function keptAnswer(key: string): Answer | null {
  try {
    const text = localStorage.getItem(storageKey(key));
    return text === null ? null : (JSON.parse(text) as Answer);
  } catch {
    return null;
  }
}

export function dropAnswer(key: string): void {
  try {
    localStorage.removeItem(storageKey(key));
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Longest side of a photo in pixels: damage is recognisable, and three of them go through a bad line. */
const PHOTO_SIDE = 1280;
const QUALITY = 0.7;

const base64Of = (dataUrl: string) => dataUrl.slice(dataUrl.indexOf(",") + 1);

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

/** What was drawn, as a PNG in base64. */
export const drawingOf = (canvas: HTMLCanvasElement): string => base64Of(canvas.toDataURL("image/png"));
