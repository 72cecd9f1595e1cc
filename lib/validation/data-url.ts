/** Decodes a data URL, for callers that send JSON; returns anything else, also one cut short, unchanged. */
export function bytesOfUpload(value: unknown): unknown {
  const encoded = typeof value === "string" ? /^data:[^,]*;base64,([A-Za-z0-9+/]*={0,2})$/.exec(value)?.[1] : undefined;
  if (encoded === undefined || encoded.length % 4 !== 0) return value;
  return Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
}
