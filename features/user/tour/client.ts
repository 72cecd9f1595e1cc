import { storageKey } from "@/lib/preference/preference";

const keyOf = (username: string) => storageKey(`tour.${username}`);

/** Whether the tour has run in this browser since this login. */
export const hasRun = (username: string, mark: string) => localStorage.getItem(keyOf(username)) === mark;

export const noteRun = (username: string, mark: string) => localStorage.setItem(keyOf(username), mark);

/** Makes the tour run again at the next visit of the home page. */
export const forgetRun = (username: string) => localStorage.removeItem(keyOf(username));
