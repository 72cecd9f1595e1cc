import { useTransition } from "react";
import { useRouter } from "@/lib/i18n/navigation";

/** Reads the rows of the page anew; what is shown stays until they are there. */
export function useRefresh(): () => void {
  const router = useRouter();
  const [, startTransition] = useTransition();
  return () => startTransition(() => router.refresh());
}
