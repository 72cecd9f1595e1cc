import "server-only";
import { hash, verify } from "@node-rs/argon2";

/** argon2id with the library's defaults (19 MiB, 2 passes: the OWASP recommendation), as a PHC string. */
export const hashPassword = (password: string): Promise<string> => hash(password);

let decoy: Promise<string> | undefined;

/** Whether the password matches. Takes as long without a hash as with one, to prevent timing attacks. */
export async function checkPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hash("decoy");
  const fits = await verify(passwordHash ?? (await decoy), password);
  return passwordHash !== null && fits;
}
