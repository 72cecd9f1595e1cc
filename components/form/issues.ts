export type FieldIssue = { path: string; message: string };

/** The first issue of each field by its path; an issue without a field has the empty path. */
export function issuesByPath(issues: readonly FieldIssue[] | undefined): Readonly<Record<string, string>> {
  const byPath: Record<string, string> = {};
  for (const { path, message } of issues ?? []) byPath[path] ??= message;
  return byPath;
}

/**
 * Focuses the first control that is marked invalid, and scrolls its label and issue into view. Call it after the issues
 * are rendered.
 */
export function focusFirstInvalid(form: HTMLElement): void {
  const control = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  control?.focus();
  control?.closest("div")?.scrollIntoView({ block: "nearest" });
}
