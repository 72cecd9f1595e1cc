"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { OWN_REQUEST } from "@/lib/http/own-request";

type LeaveButtonProps = { label: string; failed: string; next: string };

/** Ends the session and opens the login. The texts are properties, so that no translator is loaded. */
export function LeaveButton({ label, failed, next }: LeaveButtonProps) {
  const [state, setState] = useState<"idle" | "leaving" | "failed">("idle");
  const leave = async () => {
    setState("leaving");
    try {
      const response = await fetch("/service/user/logout", { cache: "no-store", headers: OWN_REQUEST });
      if (!response.ok && response.status !== 401) throw new Error(String(response.status));
      // A full page load, so that no session data remains in memory.
      window.location.assign(next);
    } catch {
      setState("failed");
    }
  };
  return (
    <>
      <Button onClick={leave} loading={state === "leaving"}>
        {label}
      </Button>
      <p role="alert" className={state === "failed" ? "basis-full text-critical text-sm" : undefined}>
        {state === "failed" ? failed : null}
      </p>
    </>
  );
}
