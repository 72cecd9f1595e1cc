import { z } from "zod";
import type { PushEndReason, Severity } from "@/db/enums";
import { lineText } from "@/lib/validation/fields";

/** Bytes in base64url, by the characters that they take. */
const base64url = (characters: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${characters}}={0,2}$`), `${characters} characters of base64url`);

const Endpoint = z.url().max(1000);
const Keys = z.strictObject({ p256dh: base64url(87), auth: base64url(22) });

/** What a browser gives when it subscribes (Push API), with a name for the list of devices. */
export const SubscribeInput = z.strictObject({
  endpoint: Endpoint,
  keys: Keys,
  label: lineText(100),
  /** The installation's key that it subscribed with; the present one where it is left out. */
  publicKey: base64url(87).optional(),
  /** The earlier subscription of this browser, which this one takes the place of. */
  replaces: Endpoint.optional(),
});
export type SubscribeInput = z.input<typeof SubscribeInput>;

/** A subscription that the browser has replaced by itself: `auth` of the old one proves whose it is. */
export const RenewInput = z.strictObject({
  old: z.strictObject({ endpoint: Endpoint, auth: base64url(22) }),
  endpoint: Endpoint,
  keys: Keys,
});

/** The subscription that a browser has, which may be that of another account; `auth` proves that it has it. */
export const ReleaseInput = z.strictObject({ endpoint: Endpoint, auth: base64url(22) });

export type PushDeviceDto = {
  id: number;
  label: string;
  /** The browser's own, by which it knows itself in the list. */
  endpoint: string;
  createdAt: string;
  lastSentAt: string | null;
  /** Why the last notification was not taken, in the words of the notice log; null once one was taken. */
  lastError: string | null;
  endedAt: string | null;
  endReason: PushEndReason | null;
  /** Whether it was made in the browser that asks. */
  isHere: boolean;
};

/** The devices of the account by its name, and the key by which a browser knows this installation (VAPID, base64url). */
export type PushStateDto = { publicKey: string; account: string; devices: PushDeviceDto[] };

/** A device of a contact's account, as an administrator sees it: without what opens the way to it. */
export type ContactDeviceDto = Omit<PushDeviceDto, "endpoint" | "isHere">;

/** Whether a test was taken by the push service, or why not. */
export type PushTestDto = { isSent: boolean; reason: string };

/** What the service worker shows (`public/sw.js`). `keys` acknowledge without a login; none where nothing is to be. */
export type PushPayload = {
  title: string;
  body: string;
  /** A later notification with the same one takes the place of this one. */
  tag: string;
  url: string;
  /** The open alarms in the console, for what the keys do not open any more. */
  console: string;
  severity: Severity;
  /** Epoch ms. */
  at: number;
  keys: string[];
  words: PushWords;
};

/** What the notification says of an acknowledgement; of several alarms with the number of each. */
export type PushWords = Record<"acknowledge" | "done" | "already" | "over" | "invalid" | "failed" | "sending", string>;
