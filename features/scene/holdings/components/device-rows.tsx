import { useTranslations } from "next-intl";
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from "@/components/ui/table";
import { Age } from "@/components/value/age";
import { windowOf } from "@/lib/page/device-window";
import type { HeldDevice } from "../schema";
import { NameCell } from "./name-cell";

/** Devices that belong to a node. */
export function DeviceRows({ rows, now }: { rows: readonly HeldDevice[]; now: number }) {
  const t = useTranslations("scene.holdings");
  return (
    <Table>
      <TableHead>
        <TableRow>
          <TableHeaderCell>{t("name")}</TableHeaderCell>
          <TableHeaderCell className="max-sm:hidden">{t("kind")}</TableHeaderCell>
          <TableHeaderCell>{t("use")}</TableHeaderCell>
          <TableHeaderCell>{t("lastSeen")}</TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.id}>
            <TableCell>
              <NameCell
                href={windowOf(row.kind, row.id)}
                isWindow
                name={row.name}
                hint={row.serialNumber === row.name ? "" : row.serialNumber}
                path={row.path}
              />
            </TableCell>
            <TableCell className="text-muted-foreground max-sm:hidden">{t(`deviceKind.${row.kind}`)}</TableCell>
            <TableCell>{t(`deviceUse.${row.use}`)}</TableCell>
            <TableCell className="text-muted-foreground">
              {row.lastSeenAt === null ? t("neverSeen") : <Age at={row.lastSeenAt} now={now} />}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
