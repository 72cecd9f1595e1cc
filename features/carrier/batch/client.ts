import { useTranslations } from "next-intl";
import { useIssueText } from "@/components/form/use-record-form";
import { callService, type ServiceError } from "@/lib/http/call-service";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import { CARRIER_PATH, carrierKeys } from "../carrier.client";

/** Carriers selected in a list. */
export type Chosen = readonly { id: number; name: string }[];

/** Number of names listed; the rest are counted. */
const NAMED = 4;

/** The affected carriers in one line. */
export function useNames(rows: Chosen): string {
  const t = useTranslations("carrier.batch");
  const names = rows
    .slice(0, NAMED)
    .map(({ name }) => name)
    .join(" · ");
  return rows.length > NAMED ? t("andMore", { names, count: rows.length - NAMED }) : names;
}

/**
 * Changes the selected carriers in one call. `issue` returns the text for a form field; `error` is the text for the
 * whole batch and names the carrier that caused the refusal. `alone` is the path of the single-carrier call, if there
 * is one.
 */
export function useBatch(rows: Chosen, verb: string, alone?: string) {
  const t = useTranslations("carrier.batch");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const refusalOf = ({ key, issues: [issue] }: ServiceError): string | undefined => {
    if (!issue) return tError(key);
    const index = /^ids\.(\d+)$/.exec(issue.path)?.[1];
    if (index === undefined) return issue.path === "ids" || issue.path === "status" ? textOf(issue) : undefined;
    const barrier = rows.length > 1 ? rows[Number(index)] : undefined;
    return barrier ? t("barred", { name: barrier.name, why: textOf(issue) }) : textOf(issue);
  };
  const { mutate, isPending, error } = useServiceMutation<object>((body) => {
    const ids = rows.map(({ id }) => id);
    if (alone !== undefined && rows.length === 1)
      return callService(`${CARRIER_PATH}/${ids[0]}${alone}`, { method: "PUT", body });
    return callService(`${CARRIER_PATH}/batch${verb}`, { method: "PUT", body: { ids, ...body } });
  }, carrierKeys.all);
  return {
    mutate,
    isPending,
    issue: (path: string): string | undefined => {
      const found = error?.issues.find((one) => one.path === path || one.path.startsWith(`${path}.`));
      return found && textOf(found);
    },
    error: error && refusalOf(error),
  };
}
