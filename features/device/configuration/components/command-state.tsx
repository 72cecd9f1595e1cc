import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Spinner } from "@/components/ui/spinner";
import { StateBadge } from "@/components/value/state-badge";
import type { Tone } from "@/components/value/tone";
import type { CommandResult, ConfigStatus } from "@/db/enums";
import { CONFIG_TONE } from "../../components/labels";
import type { CommandDto } from "../configuration.schema";

const RESULT_TONES: Record<CommandResult, Tone> = {
  succeeded: "normal",
  failed: "critical",
  "timed-out": "warning",
  cancelled: "paused",
};

/** State or result of a command. */
export function CommandState({ command }: { command: CommandDto }) {
  const t = useTranslations("configuration");
  if (command.state !== "end") return <Busy>{t(`state.${command.state}`)}</Busy>;
  const result = command.result ?? "failed";
  return <StateBadge tone={RESULT_TONES[result]}>{t(`result.${result}`)}</StateBadge>;
}

/** Configuration status of a device. */
export function StatusBadge({ status }: { status: ConfigStatus }) {
  const t = useTranslations("device.config");
  if (status === "configuring") return <Busy>{t("configuring")}</Busy>;
  return <StateBadge tone={CONFIG_TONE[status]}>{t(status)}</StateBadge>;
}

function Busy({ children }: { children: string }) {
  return (
    <Badge tone="primary" className="h-6 gap-1.5 rounded-md">
      <Spinner className="size-3.5" />
      {children}
    </Badge>
  );
}
