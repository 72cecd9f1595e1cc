import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import { recordOf, selectOf } from "@/components/search-bar/criterion";
import type { ListView } from "@/lib/resource/list-query";
import { API_KEY_STATES, type ApiKeyDto } from "../schema";
import type { KeyFormProps } from "./key-form";
import { type KeyRights, KeyTable } from "./key-table";

const PATH = "/user/apiKey";

export type ApiKeyScreenProps = ListView<ApiKeyDto> & KeyFormProps & { rights: KeyRights };

/** The list of API keys with filters and actions. */
export function ApiKeyScreen({ page, values, order, rights, ...form }: ApiKeyScreenProps) {
  const t = useTranslations("apiKey");
  const { customers, timeZone, now } = form;
  return (
    <ListScreen
      path={PATH}
      view={{ page, values, order, timeZone, now }}
      criteria={[
        { kind: "text", name: "q", label: t("filter.q"), placeholder: t("filter.qHint") },
        selectOf("state", t("filter.state"), API_KEY_STATES, (value) => t(`state.${value}`)),
        ...(customers ? [recordOf("customerId", t("filter.customerId"), customers)] : []),
      ]}
    >
      {(table) => <KeyTable {...table} rights={rights} {...form} />}
    </ListScreen>
  );
}
