/** The first focusable element: skips the menus. */
export function SkipLink({ children }: { children: string }) {
  return (
    <a
      href="#content"
      className="-translate-y-16 fixed top-2 left-2 z-60 rounded-md bg-primary px-3 py-2 font-medium text-primary-foreground shadow-overlay focus-visible:translate-y-0"
    >
      {children}
    </a>
  );
}
