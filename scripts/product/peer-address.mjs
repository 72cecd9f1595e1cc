// Preloaded into web: Next.js keeps the x-forwarded-for that a client sends and hides the socket, so the address that
// really called is put beside it. The secret of this process before it tells the app that the header is not a client's.
import { randomBytes } from "node:crypto";
import diagnostics from "node:diagnostics_channel";

const HEADER = "x-peer-address";
/** How an IPv4 address looks on a socket that listens for both kinds. */
const MAPPED = /^::ffff:(?=\d+\.)/i;

const secret = randomBytes(16).toString("hex");
process.env.FROSTLINE_PEER_SECRET = secret;

// Published before any listener of the server sees the request.
diagnostics.subscribe("http.server.request.start", ({ request, socket }) => {
  request.headers[HEADER] = `${secret} ${(socket.remoteAddress ?? "").replace(MAPPED, "")}`;
});
