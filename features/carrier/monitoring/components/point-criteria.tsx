import { useTranslations } from "next-intl";
import { type Criterion, selectOf } from "@/components/search-bar/criterion";
import { CARRIER_TYPES } from "@/db/enums";
import type { SceneChoice } from "../monitoring.schema";

/** Indents one level in the list of nodes; an ordinary space would be collapsed. */
const INDENT = "\u2003";

/** Criteria of list and map: name, node and type. */
export function usePointCriteria(scenes: readonly SceneChoice[]): Criterion[] {
  const t = useTranslations("monitoring.filter");
  const tType = useTranslations("carrier.type");
  return [
    { kind: "text", name: "q", label: t("q"), placeholder: t("qHint") },
    {
      kind: "select",
      name: "sceneId",
      label: t("sceneId"),
      options: scenes.map(({ id, name, depth }) => ({ value: String(id), label: INDENT.repeat(depth) + name })),
    },
    selectOf("type", t("type"), CARRIER_TYPES, (type) => tType(type)),
  ];
}
