import { useTranslations } from "next-intl";
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from "@/components/ui/table";
import type { HeldScene } from "../schema";

/** Nodes below a node. */
export function SceneRows({ rows, onOpen }: { rows: readonly HeldScene[]; onOpen: (id: number) => void }) {
  const t = useTranslations("scene.holdings");
  const tKind = useTranslations("scene.form.kindOption");
  return (
    <Table>
      <TableHead>
        <TableRow>
          <TableHeaderCell>{t("name")}</TableHeaderCell>
          <TableHeaderCell>{t("code")}</TableHeaderCell>
          <TableHeaderCell>{t("kindOfNode")}</TableHeaderCell>
          <TableHeaderCell className="text-right max-sm:hidden">{t("part.scenes")}</TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.id}>
            <TableCell>
              <button
                type="button"
                className="wrap-anywhere min-h-8 text-left font-medium hover:text-primary hover:underline touch:min-h-11"
                onClick={() => onOpen(row.id)}
              >
                {row.name}
              </button>
            </TableCell>
            <TableCell className="wrap-anywhere text-muted-foreground">{row.code}</TableCell>
            <TableCell className="text-muted-foreground">{tKind(String(row.funcType))}</TableCell>
            <TableCell className="text-right max-sm:hidden">{row.scenes}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
