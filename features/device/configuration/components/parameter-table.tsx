import { Check, Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from "@/components/ui/table";
import { StateBadge } from "@/components/value/state-badge";
import { SECRET_SETTINGS, type SettingName, settingsOf } from "../../device.rules";
import { differences } from "../configuration.rules";
import type { ConfigurationDto } from "../configuration.schema";
import { SettingValue } from "./setting-value";

/** Wanted and confirmed parameters side by side; differences are marked. */
export function ParameterTable({ configuration }: { configuration: ConfigurationDto }) {
  const t = useTranslations("configuration");
  const tSetting = useTranslations("device.setting");
  const { kind, typeCode, settings, appliedSettings, secrets } = configuration;
  const differing = new Set(differences(settings, appliedSettings).map(({ name }) => name));
  const names = settingsOf(kind, typeCode).filter(
    (name) => settings[name] !== undefined || appliedSettings?.[name] !== undefined,
  );
  const hidden = secrets.filter(({ isSet }) => isSet);
  return (
    <Table aria-label={t("parameters")}>
      <TableHead>
        <tr>
          <TableHeaderCell className="w-2/5 pl-4">{t("parameter")}</TableHeaderCell>
          <TableHeaderCell className="w-1/4">{t("wanted")}</TableHeaderCell>
          <TableHeaderCell>{t("confirmed")}</TableHeaderCell>
        </tr>
      </TableHead>
      <TableBody>
        {names
          .filter((name) => !SECRET_SETTINGS.includes(name))
          .map((name) => (
            <Line
              key={name}
              name={tSetting(name)}
              state={stateOf(differing.has(name), appliedSettings?.[name])}
              wanted={<SettingValue value={settings[name]} />}
              confirmed={<SettingValue value={appliedSettings?.[name]} />}
            />
          ))}
        {hidden.map(({ name, isApplied }) => (
          <Line
            key={name}
            name={tSetting(name satisfies SettingName)}
            state={isApplied ? "same" : "unconfirmed"}
            wanted={
              <span className="inline-flex items-center gap-1.5 text-muted-foreground">
                <Lock aria-hidden="true" className="size-3.5 shrink-0" />
                {t("secretSet")}
              </span>
            }
            confirmed={
              <span className="inline-flex items-center gap-1.5 text-muted-foreground">
                <Check aria-hidden="true" className="size-3.5 shrink-0" />
                {t("secretSame")}
              </span>
            }
          />
        ))}
      </TableBody>
    </Table>
  );
}

type LineState = "same" | "differs" | "unconfirmed";

const stateOf = (differs: boolean, confirmed: unknown): LineState =>
  differs ? (confirmed === undefined || confirmed === null ? "unconfirmed" : "differs") : "same";

type LineProps = { name: string; state: LineState; wanted: ReactNode; confirmed: ReactNode };

function Line({ name, state, wanted, confirmed }: LineProps) {
  const t = useTranslations("configuration");
  return (
    <TableRow>
      <th scope="row" className="h-row py-1.5 pr-3 pl-4 text-left font-normal">
        {name}
      </th>
      <TableCell className={cn("py-1.5", state !== "same" && "font-medium")}>{wanted}</TableCell>
      <TableCell className="py-1.5">
        {state === "unconfirmed" ? (
          <span className="text-muted-foreground">{t("unconfirmed")}</span>
        ) : (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            {confirmed}
            {state === "differs" && (
              <StateBadge tone="warning" plain>
                {t("differs")}
              </StateBadge>
            )}
          </span>
        )}
      </TableCell>
    </TableRow>
  );
}
