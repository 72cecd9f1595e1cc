import { queryOptions } from "@tanstack/react-query";
import { callService, type ServiceError } from "@/lib/http/call-service";
import { nextStep } from "./browser.rules";
import type { ContactDeviceDto, PushDeviceDto, PushStateDto, PushTestDto, SubscribeInput } from "./push.schema";

const PUSH = "/service/push";
const KEY = ["push"] as const;

export const pushState = (signal?: AbortSignal): Promise<PushStateDto> =>
  callService(PUSH, { ...(signal && { signal }) });

export const pushQuery = queryOptions<PushStateDto, ServiceError>({
  queryKey: KEY,
  queryFn: ({ signal }) => pushState(signal),
  retry: false,
});

const subscribe = (body: SubscribeInput): Promise<PushDeviceDto> => callService(PUSH, { method: "POST", body });

export const removeDevice = (id: number): Promise<unknown> => callService(`${PUSH}/${id}`, { method: "DELETE" });

/** Sends a test to one device of the account. The push service may take some time. */
export const testDevice = (id: number): Promise<PushTestDto> =>
  callService(`${PUSH}/${id}/test`, { method: "POST", body: {}, timeoutMs: 20_000 });

/** The devices on which a contact gets push notifications. */
export const contactDevicesQuery = (contactId: number) =>
  queryOptions<ContactDeviceDto[], ServiceError>({
    queryKey: ["push", "contact", contactId],
    queryFn: ({ signal }) => callService(`/service/contact/${contactId}/pushDevice`, { signal }),
    retry: false,
  });

/** Ends a device of a contact's account, as an administrator. */
export const endContactDevice = (id: number): Promise<unknown> =>
  callService(`/service/contactPushDevice/${id}`, { method: "DELETE" });

/** The push support of this browser. `install`: iOS supports notifications only for apps on the home screen. */
export type PushAbility = "unknown" | "insecure" | "install" | "unsupported" | "denied" | "ready";

export function pushAbility(): PushAbility {
  if (!window.isSecureContext) return "insecure";
  const isSupported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (isSupported) return Notification.permission === "denied" ? "denied" : "ready";
  // An iPad identifies itself as a Mac.
  const isApple =
    /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  return isApple && !window.matchMedia("(display-mode: standalone)").matches ? "install" : "unsupported";
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));

/** The installation key of a subscription, in base64url; empty if the browser does not expose it. */
export const keyOf = ({ options }: Pick<PushSubscription, "options">): string =>
  btoa(String.fromCharCode(...new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Browser and system in short form. */
function deviceLabel(agent = navigator.userAgent): string {
  const browser = /Edg\//.test(agent)
    ? "Edge"
    : /Firefox\//.test(agent)
      ? "Firefox"
      : /Chrome\//.test(agent)
        ? "Chrome"
        : /Safari\//.test(agent)
          ? "Safari"
          : "";
  const system = [
    [/Android/, "Android"],
    [/iPhone/, "iPhone"],
    [/iPad/, "iPad"],
    [/Windows/, "Windows"],
    [/Mac OS/, "macOS"],
    [/Linux/, "Linux"],
  ].find(([pattern]) => (pattern as RegExp).test(agent))?.[1] as string | undefined;
  return [browser, system].filter(Boolean).join(", ") || "Browser";
}

/**
 * Requests the permission and subscribes this browser for the account. `replaces` is its earlier subscription. Returns
 * null if the user or the browser denies it.
 */
export async function subscribeBrowser(publicKey: string, replaces?: string): Promise<PushDeviceDto | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const registration = await navigator.serviceWorker.ready;
  const applicationServerKey = bytesOf(publicKey);
  const options = { userVisibleOnly: true, applicationServerKey };
  // A subscription with an earlier installation key prevents a new one.
  const subscription = await registration.pushManager.subscribe(options).catch(async () => {
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    return registration.pushManager.subscribe(options);
  });
  const { endpoint = "", keys } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys ?? {};
  const given = { endpoint, keys: { p256dh, auth }, label: deviceLabel(), publicKey };
  return subscribe({ ...given, ...(replaces !== undefined && { replaces }) });
}

export async function unsubscribeBrowser(): Promise<void> {
  await (await currentSubscription())?.unsubscribe();
}

/** Synchronises this browser and the console. Returns the endpoint that receives notifications. */
export async function syncBrowser(state: PushStateDto): Promise<string | null> {
  if (Notification.permission !== "granted") return null;
  const subscription = await currentSubscription();
  const endpoint = subscription?.endpoint ?? null;
  const browser = subscription && { endpoint: subscription.endpoint, publicKey: keyOf(subscription) };
  const step = nextStep(browser, state);
  switch (step.step) {
    case "none":
      return endpoint;
    case "subscribe":
      // Otherwise the browser would return the same subscription, which may be the one that has expired.
      await subscription?.unsubscribe();
      return (await subscribeBrowser(state.publicKey, step.replaces))?.endpoint ?? null;
    case "unsubscribe":
      // Belongs to another account, if the console knows it at all.
      await callService(`${PUSH}/release`, {
        method: "POST",
        body: { endpoint, auth: subscription?.toJSON().keys?.auth },
      }).catch(() => undefined);
      await subscription?.unsubscribe();
      return null;
  }
}
