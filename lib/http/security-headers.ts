import { env } from "@/lib/env/env";

/** The Content Security Policy of pages; `nonce` marks the server's own scripts. */
export function pagePolicy(nonce: string): string {
  const { NODE_ENV, MAP_STYLE_URL } = env();
  // An operator's map style may load tiles, fonts and images from any host.
  const map = MAP_STYLE_URL ? ` https: ${new URL(MAP_STYLE_URL).origin}` : "";
  // In development React uses `eval` to explain errors, and reloads over a socket.
  const [evaluation, socket] = NODE_ENV === "development" ? [" 'unsafe-eval'", " ws:"] : ["", ""];
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${evaluation}`,
    // Sizes and positions of rows, charts and markers are inline styles.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${map}`,
    `font-src 'self'${map}`,
    `connect-src 'self'${map}${socket}`,
    // Workers of the map.
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The Content Security Policy of files opened directly: nothing runs. */
export const FILE_POLICY = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** A nonce of 128 random bits, as required by Content Security Policy Level 3. */
export const makeNonce = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
