import type { Permission } from "@/lib/auth/permissions";
import { opensNothing, SCREENS, type Screen } from "@/lib/page/screens";

type Holder = {
  permissions: ReadonlySet<Permission>;
  mustChangePassword: boolean;
  mustSetUpSecondFactor: boolean;
};

/** Whether an account may open nothing at all, as opposed to being restricted until it completes a required step. */
export const hasNoFunctions = ({ permissions, mustChangePassword, mustSetUpSecondFactor }: Holder): boolean =>
  opensNothing(permissions) && !mustChangePassword && !mustSetUpSecondFactor;

/** A screen that requires a permission. */
export type GuardedScreen = Screen & { permission: Permission };

const isGuarded = (screen: Screen): screen is GuardedScreen =>
  screen.permission !== "public" && screen.permission !== "signed-in";

/** The registered screen that an address (`/<locale>/<path>?…`) names, if it requires a permission. */
export function refusedScreen(address: string): GuardedScreen | undefined {
  const [, , ...rest] = new URL(address, "http://site.invalid").pathname.split("/");
  const path = `/${rest.join("/")}`;
  const screens: readonly Screen[] = SCREENS;
  return screens.filter(isGuarded).find((screen) => screen.path === path);
}
