import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Serious and critical findings of axe on the current page or a part of it, as `rule: elements`. */
export async function findings(page: Page, part?: string): Promise<string[]> {
  const builder = new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
  // Otherwise axe collects the findings of frames in a second page; there are no cross-origin frames.
  builder.setLegacyMode(true);
  const { violations } = await (part ? builder.include(part) : builder).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
}
