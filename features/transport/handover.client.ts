import { callService, ServiceError } from "@/lib/http/call-service";
import { base64Of } from "@/lib/photo/small-photo";
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

/** What was drawn, as a PNG in base64. */
export const drawingOf = (canvas: HTMLCanvasElement): string => base64Of(canvas.toDataURL("image/png"));
