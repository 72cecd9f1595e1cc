import formatCompiled from "use-intl/format-message/format-only";
import { compileMessage } from "./compile-messages";

type Format = typeof formatCompiled;

/**
 * Replaces next-intl's formatter on the server (next.config.ts): messages may be text or parsed. The browser's
 * formatter accepts only parsed messages, which saves each page the 9 kB of the ICU parser.
 */
const formatMessage = (...[key, message, ...rest]: Parameters<Format>): ReturnType<Format> =>
  formatCompiled(key, typeof message === "string" ? (compileMessage(message) as typeof message) : message, ...rest);

// With this flag `t.raw` returns a message's text, which exists on the server.
export default Object.assign(formatMessage, { raw: true });
