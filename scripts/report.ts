export type Finding = { path: string; line?: number; rule: string; message: string; severity: "error" | "warning" };

/** Prints findings, one per line, and sets the exit code if one is an error. */
export function report(check: string, findings: Finding[]): void {
  for (const { path, line, rule, message, severity } of findings) {
    const place = line ? `${path}:${line}` : path;
    console.log(`${severity === "error" ? "error" : "warn "} ${place} ${rule}: ${message}`);
  }
  const errors = findings.filter(({ severity }) => severity === "error").length;
  console.log(`${check}: ${errors} errors, ${findings.length - errors} warnings`);
  if (errors > 0) process.exitCode = 1;
}
