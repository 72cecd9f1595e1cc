// Preloaded into web: Next.js passes on the x-forwarded-for that a client sends and hides the socket. This adds the
// address of the peer. A secret of the process in front of it proves to the app that the header is not the client's.
import { randomBytes } from "node:crypto";
import diagnostics from "node:diagnostics_channel";

const HEADER = "x-peer-address";
/** An IPv4 address on a dual-stack socket. */
const MAPPED = /^::ffff:(?=\d+\.)/i;

const secret = randomBytes(16).toString("hex");
process.env.FROSTLINE_PEER_SECRET = secret;

// This event is published before any listener of the server receives the request.
diagnostics.subscribe("http.server.request.start", ({ request, socket }) => {
  request.headers[HEADER] = `${secret} ${(socket.remoteAddress ?? "").replace(MAPPED, "")}`;
});
