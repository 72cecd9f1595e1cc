// Preloaded into web: Next.js keeps the x-forwarded-for that a client sends and hides the socket, so the address that
// really called is put beside it, in a header that no client can set.
import diagnostics from "node:diagnostics_channel";

const HEADER = "x-peer-address";
/** How an IPv4 address looks on a socket that listens for both kinds. */
const MAPPED = /^::ffff:(?=\d+\.)/i;

// Published before any listener of the server sees the request.
diagnostics.subscribe("http.server.request.start", ({ request, socket }) => {
  request.headers[HEADER] = (socket.remoteAddress ?? "").replace(MAPPED, "");
});
