import type { Permission } from "@/lib/auth/permissions";
import { SCREENS, type Screen } from "@/lib/page/screens";

type Holder = {
  permissions: ReadonlySet<Permission>;
  mustChangePassword: boolean;
  mustSetUpSecondFactor: boolean;
};

/** Whether an account may do nothing, and not just for the moment, until it has done what it is asked to. */
export const hasNoFunctions = ({ permissions, mustChangePassword, mustSetUpSecondFactor }: Holder): boolean =>
  permissions.size === 0 && !mustChangePassword && !mustSetUpSecondFactor;

/** A screen that asks for a permission. */
export type GuardedScreen = Screen & { permission: Permission };

const isGuarded = (screen: Screen): screen is GuardedScreen =>
  screen.permission !== "public" && screen.permission !== "signed-in";

/** The registered screen that an address (`/<locale>/<path>?…`) names, if it is one that asks for a permission. */
export function refusedScreen(address: string): GuardedScreen | undefined {
  const [, , ...rest] = new URL(address, "http://site.invalid").pathname.split("/");
  const path = `/${rest.join("/")}`;
  const screens: readonly Screen[] = SCREENS;
  return screens.filter(isGuarded).find((screen) => screen.path === path);
}
