import { useTransition } from "react";
import { useRouter } from "@/lib/i18n/navigation";

/** Reloads the rows of the page; the current rows stay visible until the new ones arrive. */
export function useRefresh(): () => void {
  const router = useRouter();
  const [, startTransition] = useTransition();
  return () => startTransition(() => router.refresh());
}
