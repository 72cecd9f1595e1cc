import { failureOf } from "@/lib/http/error-response";

/** The refusal of a call that must fail, as the caller receives it; throws if it succeeded. */
export const refusal = (call: Promise<unknown>) =>
  call.then(
    () => Promise.reject(new Error("it was done")),
    (error: unknown) => failureOf(error),
  );
