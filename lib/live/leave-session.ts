import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";

/** Ends that this browser has caused itself: it is on its way already, with the answer that brings the new cookie. */
const OWN_DOING: readonly string[] = ["logout", "switched"];
const OWN_WAY_MS = 1_000;

/** Where a page goes whose session ended: anew to the home page after a switch of the customer, else to the login. */
export function placeAfter(reason: string, address: string): string {
  const locale = toLocale(address.split("/")[1]) ?? DEFAULT_LOCALE;
  if (reason === "switched") return `/${locale}/home`;
  // The cookie, from which the login knows the other reasons, is gone after a change of the password.
  const told = reason === "password-changed" ? `&reason=${reason}` : "";
  return `/${locale}/login?next=${encodeURIComponent(address)}${told}`;
}

let staying = 0;

/** A page that says itself that its session is over, as a display on a wall; returns how it is left again as any other. */
export function stayAfterSession(): () => void {
  staying += 1;
  return () => {
    staying -= 1;
  };
}

/** Leaves the page of a session that is over. A full load: nothing of it stays in memory. */
export function leaveSession(reason: string): void {
  const leave = () => {
    const { pathname, search } = window.location;
    window.location.assign(placeAfter(reason, pathname + search));
  };
  if (OWN_DOING.includes(reason)) setTimeout(leave, OWN_WAY_MS);
  else if (staying === 0) leave();
}
