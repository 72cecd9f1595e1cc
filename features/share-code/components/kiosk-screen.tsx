"use client";

import { usePolledWall } from "@/features/carrier/overview/components/use-wall";
import { Wall } from "@/features/carrier/overview/components/wall-screen";
import { turnOf } from "@/features/carrier/overview/rules";
import type { WallDto } from "@/features/carrier/overview/schema";
import type { Preference } from "@/lib/preference/preference";

const PATH = "/service/queryCode/wall";

type KioskScreenProps = { wall: WallDto; codeKey: string; appearance: Preference<"wall">; timeZone: string };

/** The wall of a code: without a login or anything to press that leads elsewhere. */
export function KioskScreen({ wall, codeKey, ...look }: KioskScreenProps) {
  const [state, turn] = usePolledWall(wall, `${PATH}?${new URLSearchParams({ key: codeKey })}`);
  return (
    <main className="flex h-dvh flex-col">
      <Wall first={wall} state={state} turn={turn} seconds={turnOf(undefined)} isKiosk {...look} />
    </main>
  );
}
