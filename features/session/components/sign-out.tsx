"use client";

import { useEffect } from "react";
import { OWN_REQUEST } from "@/lib/http/own-request";

/** Ends the session of an account that may do nothing: what is left of it opens no page. */
export function SignOut() {
  useEffect(() => {
    void fetch("/service/user/logout", { cache: "no-store", headers: OWN_REQUEST });
  }, []);
  return null;
}
