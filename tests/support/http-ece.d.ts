/** The part that the tests use to decrypt pushed messages (RFC 8188). */
declare module "http_ece" {
  import type { ECDH } from "node:crypto";
  export function decrypt(body: Buffer, keys: { version: "aes128gcm"; privateKey: ECDH; authSecret: string }): Buffer;
  const ece: { decrypt: typeof decrypt };
  export default ece;
}
