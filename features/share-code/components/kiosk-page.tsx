import { MonitorOff } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { PublicNotice } from "@/components/layout/public-frame";
import type { TemperatureUnit } from "@/db/enums";
import type { WallDto } from "@/features/carrier/overview/schema";
import { MessagesProvider } from "@/lib/i18n/messages-provider";
import { pickMessages } from "@/lib/i18n/pick-messages";
import { readPreference } from "@/lib/preference/read-preferences";
import { UnitsProvider } from "@/lib/units/units-context";
import { KioskScreen } from "./kiosk-screen";

/** The board of a code for a wall. */
type KioskPageProps = { wall: WallDto; timeZone: string; unit: TemperatureUnit; codeKey: string };

export async function KioskPage({ unit, ...props }: KioskPageProps) {
  const [appearance, messages] = await Promise.all([
    readPreference("wall"),
    pickMessages(["carrier", "common", "monitoring", "overview"]),
  ]);
  return (
    <MessagesProvider {...messages}>
      <UnitsProvider unit={unit}>
        <KioskScreen {...props} appearance={appearance} />
      </UnitsProvider>
    </MessagesProvider>
  );
}

/** The same for every link that opens no board. */
export async function DeadBoard() {
  const t = await getTranslations("sharePage.deadBoard");
  return <PublicNotice icon={<MonitorOff aria-hidden="true" />} title={t("title")} hint={t("hint")} />;
}
