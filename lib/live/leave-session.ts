import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";

/** Endings that this browser may have caused itself: it is navigating already, or will when its response arrives. */
const OWN_DOING: readonly string[] = ["logout", "switched", "password-changed"];
const OWN_WAY_MS = 1_000;

/** Target of a page whose session ended: the home page after a switch of the customer, else the login. */
export function placeAfter(reason: string, address: string): string {
  const locale = toLocale(address.split("/")[1]) ?? DEFAULT_LOCALE;
  if (reason === "switched") return `/${locale}/home`;
  // After a change of the password there is no cookie from which the login could derive the reason.
  const told = reason === "password-changed" ? `&reason=${reason}` : "";
  return `/${locale}/login?next=${encodeURIComponent(address)}${told}`;
}

let staying = 0;

/** Registers a page that shows the end of its session itself, such as a wall display; returns the undo function. */
export function stayAfterSession(): () => void {
  staying += 1;
  return () => {
    staying -= 1;
  };
}

/** Leaves the page of an ended session by a full load, so that nothing remains in memory. */
export function leaveSession(reason: string): void {
  const leave = () => {
    const { pathname, search } = window.location;
    window.location.assign(placeAfter(reason, pathname + search));
  };
  if (OWN_DOING.includes(reason)) setTimeout(leave, OWN_WAY_MS);
  else if (staying === 0) leave();
}
