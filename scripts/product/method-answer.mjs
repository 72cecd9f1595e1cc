// Preloaded into web: a method that a call does not have is answered by Next.js itself, before any code of ours, with
// 405 and nothing else. Whoever calls /service reads an envelope, so it gets one here.
import { randomUUID } from "node:crypto";
import diagnostics from "node:diagnostics_channel";

const SERVICE = /^\/service(?:[/?]|$)/;
const NOT_ALLOWED = 405;

/** As lib/errors.ts has METHOD_NOT_ALLOWED; a test holds them equal. */
const envelope = (requestId) =>
  JSON.stringify({
    state: { code: 405, error: "METHOD_NOT_ALLOWED", msg: "this call does not have that method", requestId },
    result: null,
  });

diagnostics.subscribe("http.server.request.start", ({ request, response }) => {
  if (!SERVICE.test(request.url ?? "")) return;
  const { writeHead, end } = response;
  let body;
  response.writeHead = function (status, ...rest) {
    // What our own door answers has its type and the id of the request.
    if (status === NOT_ALLOWED && !this.hasHeader("x-request-id")) {
      const requestId = randomUUID();
      body = envelope(requestId);
      this.setHeader("content-type", "application/json");
      this.setHeader("content-length", Buffer.byteLength(body));
      this.setHeader("x-request-id", requestId);
      this.setHeader("cache-control", "private, no-store");
    }
    return writeHead.call(this, status, ...rest);
  };
  response.end = function (...rest) {
    if (this.statusCode === NOT_ALLOWED && !this.headersSent) this.writeHead(NOT_ALLOWED);
    return body === undefined ? end.apply(this, rest) : end.call(this, body);
  };
});
