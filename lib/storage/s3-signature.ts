import { createHash, createHmac } from "node:crypto";

export type S3Key = { key: string; secret: string; region: string };

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Uint8Array, data: string) => createHmac("sha256", key).update(data).digest();

/** Percent-encodes all but the unreserved signs of RFC 3986. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * The headers that sign a request to an S3-compatible store: AWS Signature Version 4, "Authenticating Requests:
 * Using the Authorization Header" of the Amazon S3 API reference. All given headers are signed, and the body by its
 * hash. The address must have its path percent-encoded.
 */
export function signRequest(
  { key, secret, region }: S3Key,
  {
    method,
    url,
    headers = {},
    body = "",
  }: { method: string; url: URL; headers?: Record<string, string>; body?: string | Uint8Array },
  now: Date,
): Record<string, string> {
  const stamp = now.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const day = stamp.slice(0, 8);
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    "x-amz-content-sha256": sha256(body),
    "x-amz-date": stamp,
  };
  const names = Object.keys(all)
    .map((name) => name.toLowerCase())
    .sort();
  const values = Object.fromEntries(Object.entries(all).map(([name, value]) => [name.toLowerCase(), value.trim()]));
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const request = [
    method,
    url.pathname,
    query.join("&"),
    ...names.map((name) => `${name}:${values[name]}`),
    "",
    names.join(";"),
    values["x-amz-content-sha256"],
  ].join("\n");
  const place = `${day}/${region}/s3/aws4_request`;
  const signing = ["AWS4-HMAC-SHA256", stamp, place, sha256(request)].join("\n");
  const signingKey = [region, "s3", "aws4_request"].reduce<Uint8Array>(hmac, hmac(`AWS4${secret}`, day));
  const signature = hmac(signingKey, signing).toString("hex");
  const { host: _host, ...sent } = all;
  const authorization = `AWS4-HMAC-SHA256 Credential=${key}/${place},SignedHeaders=${names.join(";")},Signature=${signature}`;
  return { ...sent, authorization };
}
