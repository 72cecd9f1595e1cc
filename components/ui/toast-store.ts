export type ToastTone = "normal" | "info" | "warning" | "critical";

export type ToastMessage = {
  id: number;
  tone: ToastTone;
  text: string;
  /** A toast with a request id stays until it is closed, so that the id can be copied. */
  requestId?: string;
};

/** How long a toast is shown (errors: specification, section 9); hover and focus pause it. */
export const TOAST_MS: Record<ToastTone, number> = { normal: 3000, info: 4000, warning: 5000, critical: 1000 };

const NONE: readonly ToastMessage[] = [];
let messages: readonly ToastMessage[] = NONE;
let lastId = 0;
const listeners = new Set<() => void>();

function publish(next: readonly ToastMessage[]) {
  messages = next;
  for (const listener of listeners) listener();
}

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => messages,
  readOnServer: () => NONE,
};

export function dismissToast(id: number): void {
  publish(messages.filter((message) => message.id !== id));
}

/** Shows a short message at the edge of the window; at most the newest four are shown. */
export function showToast(tone: ToastTone, text: string, requestId?: string): void {
  lastId += 1;
  publish([...messages, { id: lastId, tone, text, requestId }].slice(-4));
}
