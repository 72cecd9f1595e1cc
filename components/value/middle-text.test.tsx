import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { MiddleText } from "./middle-text";

it("keeps the spaces where its text is parted", () => {
  const html = renderToStaticMarkup(<MiddleText text="Pharmacy vaccine fridge 1 east" />);
  expect(html.replaceAll(/<[^>]*>/g, "")).toBe("Pharmacy vaccine fridge 1 east");
  // `truncate` is `white-space: nowrap`, which drops a space at the end of a part.
  for (const [part] of html.matchAll(/<span class="[^"]*">/g)) expect(part).not.toContain("truncate");
});
