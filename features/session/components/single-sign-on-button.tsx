"use client";

import { useState } from "react";
import { buttonVariants } from "@/components/ui/button-variants";
import { Spinner } from "@/components/ui/spinner";

/** `callbackUrl` is the path to open after login. */
type SingleSignOnButtonProps = { text: string; failed: string; callbackUrl: string };

/** Starts the login at the single sign-on provider. */
export function SingleSignOnButton({ text, failed, callbackUrl }: SingleSignOnButtonProps) {
  const [pending, setPending] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const leave = async () => {
    setPending(true);
    setHasFailed(false);
    try {
      // Loaded on demand: only needed for this kind of login.
      const { signIn } = await import("next-auth/react");
      await signIn("oidc", { callbackUrl });
    } catch {
      setPending(false);
      setHasFailed(true);
    }
  };
  return (
    <>
      <button
        type="button"
        onClick={leave}
        disabled={pending}
        aria-busy={pending || undefined}
        className={buttonVariants({ size: "lg", className: "mt-3 w-full" })}
      >
        {pending && <Spinner />}
        {text}
      </button>
      <p role="alert" className={hasFailed ? "mt-2 text-critical" : undefined}>
        {hasFailed && failed}
      </p>
    </>
  );
}
