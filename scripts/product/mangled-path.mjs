// Preloaded into web: Next.js answers a path that cannot be decoded, such as /service/carrier/%ff, with 500 in plain
// text before any code of the product runs. This replaces the invalid bytes, as text decoders do, so pages and calls
// answer it as any unknown address.
import diagnostics from "node:diagnostics_channel";

const REPLACING = new TextDecoder("utf-8");

const UNKNOWN = "%EF%BF%BD";

/** @param {string} segment */
function decoded(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** Next.js decodes a page's path twice, so `%25A` fails at the second time. @param {string} path */
const isText = (path) => decoded(decoded(path) ?? path) !== null && decoded(path) !== null;

/**
 * Makes a segment decodable: invalid UTF-8 bytes and a `%` without two hex digits become U+FFFD.
 * @param {string} segment
 */
const mended = (segment) =>
  isText(segment)
    ? segment
    : segment
        .replace(/%25(?![\da-f]{2})/gi, UNKNOWN)
        .replace(/%(?![\da-f]{2})/gi, UNKNOWN)
        .replace(/(?:%[\da-f]{2})+/gi, (bytes) =>
          encodeURIComponent(REPLACING.decode(Buffer.from(bytes.replaceAll("%", ""), "hex"))),
        );

diagnostics.subscribe("http.server.request.start", ({ request }) => {
  const [path, ...query] = request.url.split("?");
  if (!path.includes("%") || isText(path)) return;
  request.url = [path.split("/").map(mended).join("/"), ...query].join("?");
});
