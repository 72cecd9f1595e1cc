import { useTranslations } from "next-intl";
import { useState } from "react";
import { ServiceError } from "@/lib/http/call-service";

/** Runs one call at a time for a button or a switch; `onError` gets the text of a failure. */
export function useCall(onError: (text: string | null) => void) {
  const t = useTranslations("error");
  const [pending, setPending] = useState(false);

  const run = async <T,>(call: () => Promise<T>, onDone: (result: T) => void) => {
    onError(null);
    setPending(true);
    try {
      onDone(await call());
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      onError(t(error.key));
    } finally {
      setPending(false);
    }
  };
  return { run, pending };
}
