import { storageKey } from "@/lib/preference/preference";

const keyOf = (username: string) => storageKey(`tour.${username}`);

/** Whether the tour has run for this account in this browser. */
export const hasRun = (username: string) => localStorage.getItem(keyOf(username)) !== null;

export const noteRun = (username: string) => localStorage.setItem(keyOf(username), "seen");

/** Makes the tour run again at the next visit of the home page. */
export const forgetRun = (username: string) => localStorage.removeItem(keyOf(username));
