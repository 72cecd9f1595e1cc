// Preloaded into web: a path that is no text, as /service/carrier/%ff, makes Next.js answer 500 in plain text before any
// code of ours. With its bad bytes replaced, as decoders of texts do, it is an address like any other that leads nowhere:
// pages and calls answer it in their own way.
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

/** Next.js decodes a page's path twice: `%25A` fails there at the second time. @param {string} path */
const isText = (path) => decoded(decoded(path) ?? path) !== null && decoded(path) !== null;

/**
 * A segment that can be decoded: bytes that are no UTF-8, and a `%` without two digits, become U+FFFD.
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
