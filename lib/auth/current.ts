import "server-only";
import { cookies } from "next/headers";
import { cache } from "react";
import { db } from "@/db/client";
import { findPrincipal, type Principal } from "./principal";
import { openSession, sessionCookieName } from "./session-token";

/** The principal of the rendered page, or null; cached per request. */
export const currentPrincipal = cache(async (): Promise<Principal | null> => {
  const token = (await cookies()).get(sessionCookieName())?.value;
  const sessionId = token ? await openSession(token) : null;
  const principal = sessionId ? await findPrincipal(db(), sessionId) : null;
  return principal === "replaced" ? null : principal;
});
