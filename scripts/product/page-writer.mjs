// Preloaded into the built web server: pages leave as they are written. Next.js compresses beside the thread that writes them,
// and hands on what is compressed when that thread is free again: the frame of a page then waits for its rows. Here a page is
// compressed on the thread, 2 ms of a list, and its scripts are made to wait for the first paint (late-scripts.mjs).
import http from "node:http";
import { Duplex } from "node:stream";
import zlib from "node:zlib";
import compression from "compression";
import { Gzip } from "minizlib";
import { delayScripts } from "./late-scripts.mjs";

const HTML = /^text\/html\b/;
/** What a navigation inside the console asks for. */
const FLIGHT = /^text\/x-component\b/;
/** 308 kB of a list become 44 kB in 1.9 ms; the usual 6 makes 42 kB of it in 3.9 ms. */
const LEVEL = 4;

const typeOf = (response) => String(response.getHeader("content-type") ?? "");
const isPage = (response) => HTML.test(typeOf(response)) || FLIGHT.test(typeOf(response));
const takesGzip = (request) =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(request.headers["accept-encoding"] ?? "");

/** All but pages: compressed beside the thread, in pieces that may wait. */
const compressOthers = compression({
  filter: (request, response) => !isPage(response) && compression.filter(request, response),
});

const { createServer } = http;
http.createServer = function (...args) {
  const listener = args.pop();
  return createServer.call(this, ...args, (request, response) => {
    writePages(request, response);
    compressOthers(request, response, () => {
      response.once("close", () => dropCompression(response));
      listener(request, response);
    });
  });
};

/** Who leaves half way leaves what compressed for them open, and it holds memory for good. It is what takes `drain`. */
function dropCompression(response) {
  const stream = response.on("drain", ignore);
  if (stream instanceof Duplex) stream.destroy();
  else response.off("drain", ignore);
}
const ignore = () => {};

function writePages(request, response) {
  const { writeHead, write, end } = response;
  let page;
  // Whoever has gone takes nothing more, and what compressed for them is closed.
  const isOpen = ({ destroyed, writableEnded }) => page !== undefined && !destroyed && !writableEnded;

  response.writeHead = function (...rest) {
    if (request.method !== "HEAD" && isPage(this) && !this.hasHeader("content-encoding")) {
      page = openPage(HTML.test(typeOf(this)), takesGzip(request));
      this.removeHeader("content-length");
      this.appendHeader("vary", "Accept-Encoding");
      if (page.encoding) this.setHeader("content-encoding", page.encoding);
      this.once("close", page.close);
    }
    return writeHead.apply(this, rest);
  };
  response.write = function (piece, ...rest) {
    if (!this.headersSent) this.writeHead(this.statusCode);
    return write.call(this, isOpen(this) ? page.take(bytesOf(piece, rest)) : piece, ...rest);
  };
  response.end = function (...rest) {
    const [piece] = rest;
    // Next.js ends once more where it fails behind an end.
    if (page && this.writableEnded) return this;
    if (!this.headersSent) this.writeHead(this.statusCode);
    if (!isOpen(this)) return end.apply(this, rest);
    const isEmpty = piece == null || typeof piece === "function";
    const last = page.finish(isEmpty ? Buffer.alloc(0) : bytesOf(piece, rest.slice(1)));
    return end.call(this, last, ...rest.filter((one) => typeof one === "function"));
  };
}

const bytesOf = (piece, [encoding]) =>
  typeof piece === "string" ? Buffer.from(piece, typeof encoding === "string" ? encoding : "utf8") : piece;

/** What a page's pieces become on their way. */
function openPage(isHtml, isGzip) {
  const scripts = isHtml ? delayScripts() : { take: (piece) => piece, rest: () => Buffer.alloc(0) };
  const gzip = isGzip ? new Gzip({ level: LEVEL }) : null;
  let made = [];
  gzip?.on("data", (piece) => made.push(piece));
  const compressed = () => {
    const all = Buffer.concat(made);
    made = [];
    return all;
  };
  return {
    encoding: isGzip ? "gzip" : null,
    take(piece) {
      const late = scripts.take(piece);
      if (!gzip || late.length === 0) return late;
      gzip.write(late);
      gzip.flush(zlib.constants.Z_SYNC_FLUSH);
      return compressed();
    },
    finish(piece) {
      const late = Buffer.concat([scripts.take(piece), scripts.rest()]);
      if (!gzip) return late;
      gzip.end(late);
      return compressed();
    },
    close: () => gzip?.close(),
  };
}
