import type { Permission } from "@/lib/auth/permissions";
import { mayOpen, SCREENS } from "@/lib/page/screens";

/** The paths of the screens of the console; only their criteria can be saved. */
export const VIEW_PATHS: readonly string[] = SCREENS.filter(({ kind }) => kind === "console").map(({ path }) => path);

/** Whether a holder of `permissions` may open the list of a view. */
export const opensList = (path: string, permissions: ReadonlySet<Permission>): boolean =>
  SCREENS.some((screen) => screen.path === path && mayOpen(screen, permissions));

/** The most views of one list that an account or a customer has. */
export const MAXIMUM_VIEWS = 50;

/** Which page of the list is shown belongs to no view. */
const PAGE = "iDisplayStart";

/** The query that a view stores: without empty parameters and the page. */
export function viewQuery(query: string): string {
  const kept = [...new URLSearchParams(query)].filter(([name, value]) => value !== "" && name !== PAGE);
  return new URLSearchParams(kept).toString();
}

/** The address of a list with the criteria of a view. */
export const viewHref = (path: string, query: string): string => (query === "" ? path : `${path}?${query}`);

/** Whether two queries have the same parameters, in any order. */
export function isSameQuery(one: string, other: string): boolean {
  const sorted = (query: string) =>
    [...new URLSearchParams(viewQuery(query))]
      .map(([name, value]) => `${name}=${value}`)
      .sort()
      .join("&");
  return sorted(one) === sorted(other);
}

/**
 * Whether an account may change or delete a view: its own ones; a shared one if it saved it or manages accounts.
 */
export const mayChange = (
  view: { userId: number | null; authorId: number | null },
  me: { userId: number; managesAccounts: boolean },
): boolean => (view.userId === null ? view.authorId === me.userId || me.managesAccounts : view.userId === me.userId);
