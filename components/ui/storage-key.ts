/** Names an entry of the browser's storage: a fixed prefix with a version, so that a later shape starts afresh. */
export const storageKey = (name: string): string => `frostline.1.${name}`;
