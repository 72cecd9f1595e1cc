// Preloaded into the built web server: Next.js finds, reads and compresses each file of the build anew for each browser,
// on the thread that writes the pages. A first visit asks for twenty of them, while the rows of its page are being made.
import http from "node:http";
import sirv from "sirv";
import { STATIC_FILES } from "./paths.mjs";

const PREFIX = "/_next/static";
const YEAR_SECONDS = 31_536_000;

// Each name has the hash of its content in it, so what has been compressed beside it stays true.
const serve = sirv(STATIC_FILES, { brotli: true, gzip: true, etag: true, immutable: true, maxAge: YEAR_SECONDS });
const { createServer } = http;

http.createServer = function (...args) {
  const listener = args.pop();
  return createServer.call(this, ...args, (request, response) => {
    const isOurs = request.url?.startsWith(`${PREFIX}/`) && (request.method === "GET" || request.method === "HEAD");
    if (!isOurs) return listener(request, response);
    const { url } = request;
    request.url = url.slice(PREFIX.length);
    serve(request, response, () => {
      request.url = url;
      listener(request, response);
    });
  });
};
