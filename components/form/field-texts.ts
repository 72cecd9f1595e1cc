type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isControl = (element: unknown): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;

/** The controls of a field; several for radio buttons and checkboxes. */
function controlsOf(form: HTMLFormElement, field: string): Control[] {
  const found = form.elements.namedItem(field);
  return (found instanceof RadioNodeList ? [...found] : [found]).filter(isControl);
}

/** The visible text of an element, without the marks that are hidden from screen readers. */
function textOf(element: Element | null | undefined): string | undefined {
  const copy = element?.cloneNode(true) as Element | undefined;
  for (const mark of copy?.querySelectorAll('[aria-hidden="true"]') ?? []) mark.remove();
  return copy?.textContent?.trim() || undefined;
}

const isOption = ({ type }: Control) => type === "radio" || type === "checkbox";

/** How a form names a field; undefined if it has no control of that name. */
export function fieldLabel(form: HTMLFormElement, field: string): string | undefined {
  const [control, ...others] = controlsOf(form, field);
  if (!control) return undefined;
  const legend = control.closest("fieldset")?.querySelector("legend");
  if (isOption(control) && (others.length > 0 || control.type === "radio")) return textOf(legend);
  // The control of a choice that is made in a panel is hidden beside it.
  const near = control.closest("div:has(> label)")?.querySelector(":scope > label");
  return textOf(control.labels?.[0] ?? near ?? legend);
}

/** The text under which a form offers a value; undefined if it is typed, not chosen. */
export function choiceText(form: HTMLFormElement, field: string, value: unknown): string | undefined {
  for (const control of controlsOf(form, field)) {
    if (control instanceof HTMLSelectElement) {
      const option = [...control.options].find((one) => one.value === String(value ?? ""));
      if (option) return textOf(option);
    } else if (isOption(control) && control.value === String(value ?? "")) return textOf(control.labels?.[0]);
  }
  return undefined;
}
