import { connect } from "node:net";

type Options = {
  headers: Record<string, string>;
  body?: string | Uint8Array;
  /** Closes the client side after the body, regardless of the headers. */
  hangUp?: "end" | "reset";
};

/**
 * Sends a POST byte by byte as given, even if it is malformed, and resolves with the head of the response: empty if the
 * connection was closed without one.
 */
export function rawPost(baseUrl: string, path: string, { headers, body = "", hangUp }: Options): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let answer = "";
    const finish = () => {
      socket.destroy();
      resolve(answer.split("\r\n\r\n")[0] as string);
    };
    socket.setTimeout(10_000, () => {
      socket.destroy();
      reject(new Error("no answer within 10 s"));
    });
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      if (answer.includes("\r\n\r\n")) finish();
    });
    socket.on("error", () => finish());
    socket.on("close", finish);
    const lines = [`POST ${path} HTTP/1.1`, `host: ${hostname}:${port}`];
    lines.push(...Object.entries(headers).map(([name, value]) => `${name}: ${value}`));
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    socket.write(body, () => {
      if (hangUp === "reset") setTimeout(() => socket.resetAndDestroy(), 100);
      if (hangUp === "end") socket.end();
    });
  });
}
