"use client";

import { useEffect } from "react";

/** Ends the session of an account that may do nothing: what is left of it opens no page. */
export function SignOut() {
  useEffect(() => {
    void fetch("/service/user/logout", { cache: "no-store" });
  }, []);
  return null;
}
