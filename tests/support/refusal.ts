import { failureOf } from "@/lib/http/error-response";

/** What the caller of a call that must be refused is told; throws where it was done. */
export const refusal = (call: Promise<unknown>) =>
  call.then(
    () => Promise.reject(new Error("it was done")),
    (error: unknown) => failureOf(error),
  );
