import type { Fault } from "./findings";

/** Facts that a page states about itself. */
export type Facts = { title: string; language: string; headings: number; ways: number };

/**
 * Runs in the page and measures its layout. Horizontal scrolling and untranslated text are errors. Cut, overflowing and
 * covered elements are warnings, because some are intended.
 */
export function inspectPage(namespaces: readonly string[]): { faults: Fault[]; facts: Facts } {
  const faults: Fault[] = [];
  const INTERACTIVE = "a[href], button, input, select, textarea, [role=button], [role=tab]";
  const isSeen = (element: Element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const nameOf = (element: Element) => {
    const text = element.getAttribute("aria-label") ?? element.getAttribute("placeholder") ?? element.textContent ?? "";
    return `<${element.tagName.toLowerCase()}> ${text.trim().slice(0, 60)}`;
  };
  const widthOf = (text: string, element: Element) => {
    const { font, letterSpacing } = getComputedStyle(element, element.matches("input") ? "::placeholder" : null);
    const pen = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
    Object.assign(pen, { font, letterSpacing: letterSpacing === "normal" ? "0px" : letterSpacing });
    return pen.measureText(text).width;
  };

  function findSideways() {
    for (const root of [document.documentElement, document.querySelector("main")]) {
      if (!root || root.scrollWidth - root.clientWidth <= 1) continue;
      // A `main` that does not scroll itself makes the page scroll.
      if (root.matches("main") && getComputedStyle(root).overflowX === "visible") continue;
      const edge = root.getBoundingClientRect().left + root.clientWidth;
      const beyond = [...root.querySelectorAll("*")].filter(
        (element) => element.getBoundingClientRect().right > edge + 1 && !scrollerOf(element, root),
      );
      const detail = `by ${root.scrollWidth - root.clientWidth} px: ${beyond.slice(-1).map(nameOf).join("")}`;
      faults.push({ level: "error", rule: "scrolls sideways", detail });
    }
  }

  /** The nearest ancestor below `root` that clips or scrolls wide content. */
  function scrollerOf(element: Element, root: Element): Element | null {
    for (let box = element.parentElement; box && box !== root; box = box.parentElement)
      if (getComputedStyle(box).overflowX !== "visible") return box;
    return null;
  }

  function findCut(element: Element) {
    const { overflowX, textOverflow, paddingLeft, paddingRight } = getComputedStyle(element);
    const report = (rule: string) => faults.push({ level: "warning", rule, detail: nameOf(element) });
    if (element instanceof HTMLSelectElement || element instanceof HTMLInputElement) {
      const isSelect = element instanceof HTMLSelectElement;
      const text = isSelect ? (element.selectedOptions[0]?.text ?? "") : element.placeholder;
      const room = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      if (text && widthOf(text, element) > room + 1) report("cut");
      return;
    }
    const hasText = [...element.childNodes].some(({ nodeType, data }: ChildNode & { data?: string }) => {
      return nodeType === Node.TEXT_NODE && data?.trim();
    });
    if (!hasText || element.clientWidth <= 1 || element.scrollWidth <= element.clientWidth + 1) return;
    if (overflowX === "visible") {
      if (element.matches("button, a, th, td, [role=tab], [data-tone]") && element.clientWidth > 0) report("spills");
    } else if (overflowX === "auto" || overflowX === "scroll") return;
    else if (textOverflow !== "ellipsis") report("cut");
    else if (!element.closest("[title]") && !element.querySelector("[title]")) report("shortened without a title");
  }

  function findCovered(element: Element) {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (width < 2 || height < 2 || x < 0 || y < 0 || x > innerWidth || y > innerHeight) return;
    for (let box = element.parentElement; box; box = box.parentElement) {
      const rect = box.getBoundingClientRect();
      if (getComputedStyle(box).overflow === "visible") continue;
      if (x < rect.left || x > rect.right || y < rect.top || y > rect.bottom) return;
    }
    const hit = document.elementFromPoint(x, y)?.closest(INTERACTIVE);
    if (!hit || hit === element || hit.contains(element) || element.contains(hit)) return;
    for (let box: Element | null = hit; box; box = box.parentElement)
      if (["fixed", "sticky"].includes(getComputedStyle(box).position)) return;
    faults.push({ level: "warning", rule: "covered", detail: `${nameOf(element)} by ${nameOf(hit)}` });
  }

  function findKeys() {
    const key = new RegExp(`^(?:${namespaces.join("|")})(?:\\.[\\w-]+)+$`);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent?.trim() ?? "";
      if (key.test(text) && walker.currentNode.parentElement?.closest("script, style, code") === null)
        faults.push({ level: "error", rule: "no translation", detail: text });
    }
  }

  const seen = [...document.body.querySelectorAll("*")].filter(isSeen);
  findSideways();
  findKeys();
  for (const element of seen) findCut(element);
  for (const element of seen) if (element.matches(INTERACTIVE)) findCovered(element);

  const leadsOn = (link: HTMLAnchorElement) => link.origin === location.origin && link.pathname !== location.pathname;
  // On a phone the menu is in the header.
  const links = [...seen, ...document.querySelectorAll("header dialog a")];
  return {
    faults,
    facts: {
      title: document.title,
      language: document.documentElement.lang,
      headings: seen.filter((element) => element.matches("h1")).length,
      ways: links.filter((element) => element instanceof HTMLAnchorElement && leadsOn(element)).length,
    },
  };
}
