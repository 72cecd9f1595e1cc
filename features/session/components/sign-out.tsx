"use client";

import { useEffect } from "react";
import { OWN_REQUEST } from "@/lib/http/own-request";

/** Ends the session of an account without any permission, which opens no page. */
export function SignOut() {
  useEffect(() => {
    void fetch("/service/user/logout", { cache: "no-store", headers: OWN_REQUEST });
  }, []);
  return null;
}
