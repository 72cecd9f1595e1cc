/** An S3-compatible store: where, and with which key. `origin` includes the scheme. */
export type ObjectStore = { origin: string; bucket: string; region: string; key: string; secret: string };

/**
 * Reads `s3://key:secret@host[:port]/bucket?region=…&tls=off`; the region defaults to us-east-1. Key and secret are
 * percent-encoded where they have reserved signs. Null if it is no such address.
 */
export function readObjectStoreUrl(text: string): ObjectStore | null {
  if (!URL.canParse(text)) return null;
  const { protocol, username, password, host, pathname, searchParams, hash } = new URL(text);
  const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(pathname)?.[1];
  const isKnown = [...searchParams.keys()].every((name) => name === "region" || name === "tls");
  const tls = searchParams.get("tls") ?? "on";
  if (protocol !== "s3:" || host === "" || bucket === undefined || hash !== "" || !isKnown) return null;
  if (username === "" || password === "" || !["on", "off"].includes(tls)) return null;
  return {
    origin: `${tls === "off" ? "http" : "https"}://${host}`,
    bucket,
    region: searchParams.get("region") || "us-east-1",
    key: decodeURIComponent(username),
    secret: decodeURIComponent(password),
  };
}

export const isObjectStoreUrl = (text: string): boolean => readObjectStoreUrl(text) !== null;
