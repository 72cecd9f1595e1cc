import type { Db } from "@/db/client";
import { apiKey, apiKeyPermission } from "@/db/schema";
import { newApiKey } from "@/lib/auth/api-key";
import { ALL_PERMISSIONS, type Permission } from "@/lib/auth/permissions";
import type { World } from "./access-world";

/** `outcome` is what the caller is to get: a row may have to be in a state that would shut others out. */
export type Id = (db: Db, world: World, outcome?: string) => Promise<number>;

export type Fixture = {
  /**
   * Who sees what the call is about: those who see its node, those who see the whole customer, everybody who belongs to
   * the customer, everybody with the permission (what belongs to no customer), everybody signed in about himself,
   * everybody at all, or a device by its token.
   */
  seenBy: "node" | "customer" | "member" | "holder" | "oneself" | "everybody" | "token";
  /** Outside the scope: the row does not exist, the answer leaves it out, or a field is refused by an error of section 8. */
  outside?: "not found" | "left out" | "refused" | "bad request";
  /** What somebody gets about himself, by the caller's name, where not everybody gets an answer. */
  oneself?: (caller: string) => "done" | "403" | "not found";
  /** What many callers at once are refused, so that they call one after the other. */
  isOneByOne?: true;
  /** The status of what is done, where clients of another maker expect another than 200. */
  status?: number;
  /** The body, or the query of a GET, about this world. */
  input?: (db: Db, world: World, outcome?: string) => Promise<Record<string, unknown>> | Record<string, unknown>;
  /** The row for the path, where the entity's usual one will not do. */
  row?: Id;
  /** A text that the answer holds for those who see it, so that leaving out means something. */
  shows?: (world: World) => string;
  /** Texts of the customer that whoever is let in sees, although not everybody let in belongs to the customer. */
  reveals?: (world: World) => readonly string[];
  /** What the answer counts: at least `INSIDE` for those who see it, less for everybody else. */
  counts?: (text: string) => number;
};

/** More open exceptions than any other world or node holds. */
export const INSIDE = 9;

/** A key of a customer with every permission, or with those given. */
export async function makeApiKey(db: Db, customerId: number, codes: readonly Permission[] = ALL_PERMISSIONS) {
  const { key, ...kept } = newApiKey();
  const [row] = await db
    .insert(apiKey)
    .values({ customerId, name: `key ${Math.random()}`, lastUsedAt: new Date(), ...kept })
    .returning({ id: apiKey.id });
  const apiKeyId = row?.id as number;
  if (codes.length > 0) await db.insert(apiKeyPermission).values(codes.map((code) => ({ apiKeyId, code })));
  return { id: apiKeyId, key };
}
