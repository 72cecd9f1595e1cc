/** The first focusable element: skips the menus. Its shadow would reach into the page from outside. */
export function SkipLink({ children }: { children: string }) {
  return (
    <a
      href="#content"
      className="-translate-y-16 fixed top-2 left-2 z-60 rounded-md bg-primary px-3 py-2 font-medium text-primary-foreground focus-visible:translate-y-0 focus-visible:shadow-overlay"
    >
      {children}
    </a>
  );
}
