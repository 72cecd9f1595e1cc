import formatCompiled from "use-intl/format-message/format-only";
import { compileMessage } from "./compile-messages";

type Format = typeof formatCompiled;

/**
 * Stands in for next-intl's formatter on the server (next.config.ts): a message may come as text or parsed. The
 * browser's formatter takes parsed ones alone, which saves every page the 9 kB of the ICU parser.
 */
const formatMessage = (...[key, message, ...rest]: Parameters<Format>): ReturnType<Format> =>
  formatCompiled(key, typeof message === "string" ? (compileMessage(message) as typeof message) : message, ...rest);

// With this mark `t.raw` gives a message's text; on the server it has one.
export default Object.assign(formatMessage, { raw: true });
