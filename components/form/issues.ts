export type FieldIssue = { path: string; message: string };

/** The first issue of each field by its path; an issue of no field stands under the empty path. */
export function issuesByPath(issues: readonly FieldIssue[] | undefined): Readonly<Record<string, string>> {
  const byPath: Record<string, string> = {};
  for (const { path, message } of issues ?? []) byPath[path] ??= message;
  return byPath;
}

/**
 * Puts the cursor into the first control that is marked invalid, and its label and issue in sight; call it after the
 * issues are shown.
 */
export function focusFirstInvalid(form: HTMLElement): void {
  const control = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  control?.focus();
  control?.closest("div")?.scrollIntoView({ block: "nearest" });
}
