import "server-only";

/** For an intake, which decides itself what goes into one transaction; queries and mutations have theirs. */
export { transaction } from "@/db/client";
