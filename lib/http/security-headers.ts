import { env } from "@/lib/env/env";

/** What a browser may load and run for a page; `nonce` marks the scripts that the server itself wrote. */
export function pagePolicy(nonce: string): string {
  const { NODE_ENV, MAP_STYLE_URL } = env();
  // A map style of the operator's own names tiles, fonts and pictures wherever they lie.
  const map = MAP_STYLE_URL ? ` https: ${new URL(MAP_STYLE_URL).origin}` : "";
  // React explains errors with the help of `eval` while it is developed, and reloads by a socket.
  const [evaluation, socket] = NODE_ENV === "development" ? [" 'unsafe-eval'", " ws:"] : ["", ""];
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${evaluation}`,
    // Sizes and places of rows, charts and markers are styles of their elements.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${map}`,
    `font-src 'self'${map}`,
    `connect-src 'self'${map}${socket}`,
    // The map's.
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** What a browser may load for a file of the server that is opened by itself: nothing runs. */
export const FILE_POLICY = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** A nonce: 128 random bits, as Content Security Policy Level 3 asks for. */
export const makeNonce = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
