import "server-only";
import type { OperationContext } from "@/lib/operation/context";
import { findFooterContents } from "./footer.data";
import { type FooterBadge, footerBadges } from "./footer.rules";

/** Loads the footer in the language of the request. */
export const loadFooter = async ({ db, locale }: OperationContext): Promise<FooterBadge[]> =>
  footerBadges(await findFooterContents(db), locale);
