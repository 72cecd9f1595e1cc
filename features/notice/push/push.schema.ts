import { z } from "zod";
import type { PushEndReason, Severity } from "@/db/enums";
import { lineText } from "@/lib/validation/fields";

/** Bytes in base64url, by their encoded length. */
const base64url = (characters: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${characters}}={0,2}$`), `${characters} characters of base64url`);

const Endpoint = z.url().max(1000);
const Keys = z.strictObject({ p256dh: base64url(87), auth: base64url(22) });

/** The subscription of a browser (Push API), with a label for the list of devices. */
export const SubscribeInput = z.strictObject({
  endpoint: Endpoint,
  keys: Keys,
  label: lineText(100),
  /** The installation key of the subscription; defaults to the present one. */
  publicKey: base64url(87).optional(),
  /** The earlier subscription of this browser, which this one replaces. */
  replaces: Endpoint.optional(),
});
export type SubscribeInput = z.input<typeof SubscribeInput>;

/** A subscription that the browser has replaced itself. `auth` of the old one proves ownership. */
export const RenewInput = z.strictObject({
  old: z.strictObject({ endpoint: Endpoint, auth: base64url(22) }),
  endpoint: Endpoint,
  keys: Keys,
});

/** The browser's subscription, which may belong to another account. `auth` proves possession. */
export const ReleaseInput = z.strictObject({ endpoint: Endpoint, auth: base64url(22) });

export type PushDeviceDto = {
  id: number;
  label: string;
  /** The endpoint, by which the browser recognises itself in the list. */
  endpoint: string;
  createdAt: string;
  lastSentAt: string | null;
  /** Why the last notification was refused, in the words of the notice log; null once one was accepted. */
  lastError: string | null;
  endedAt: string | null;
  endReason: PushEndReason | null;
  /** Whether it was created in the requesting browser. */
  isHere: boolean;
};

/** The name and the devices of the account, and the public key of this installation (VAPID, base64url). */
export type PushStateDto = { publicKey: string; account: string; devices: PushDeviceDto[] };

/** A device of a contact's account as an administrator sees it, without the endpoint. */
export type ContactDeviceDto = Omit<PushDeviceDto, "endpoint" | "isHere">;

/** Whether the push service accepted a test, or why not. */
export type PushTestDto = { isSent: boolean; reason: string };

/** The notification for the service worker (`public/sw.js`). `keys` acknowledge without a login; may be empty. */
export type PushPayload = {
  title: string;
  body: string;
  /** A later notification with the same tag replaces this one. */
  tag: string;
  url: string;
  /** The open alarms in the console, for when the keys are no longer valid. */
  console: string;
  severity: Severity;
  /** Epoch ms. */
  at: number;
  keys: string[];
  words: PushWords;
};

/** The texts about an acknowledgement; for several alarms with the number of each. */
export type PushWords = Record<"acknowledge" | "done" | "already" | "over" | "invalid" | "failed" | "sending", string>;
