/** The key of an entry in the browser's storage; its version makes a new format ignore old entries. */
export const storageKey = (name: string): string => `frostline.1.${name}`;
