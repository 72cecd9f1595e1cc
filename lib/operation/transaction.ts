import "server-only";

/** For an intake, which controls its transactions itself; mutations get theirs from `defineOperation`. */
export { transaction } from "@/db/client";
