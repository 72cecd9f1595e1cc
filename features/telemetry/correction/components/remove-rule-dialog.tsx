"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { EndingDialog } from "@/components/dialog/ending-dialog";
import { CheckboxField } from "@/components/form/checkbox-field";
import { removeInvalidRule } from "../invalid.client";
import { LISTED } from "../invalid.rules";
import type { InvalidRuleRowDto } from "../invalid.schema";

type RemoveRuleDialogProps = { rule: InvalidRuleRowDto; onClose: () => void; onDone: () => void };

/** Confirms the removal of a rule and asks what happens to the readings that it has invalidated. */
export function RemoveRuleDialog({ rule, onClose, onDone }: RemoveRuleDialogProps) {
  const t = useTranslations("invalidRule.remove");
  const tRecord = useTranslations("common.record");
  const [givesBack, setGivesBack] = useState(false);
  const { takenCount } = rule;
  const count = Math.min(takenCount, LISTED);
  return (
    <EndingDialog
      title={tRecord("removeTitle", { name: rule.name })}
      text={tRecord("removeHint")}
      confirmLabel={tRecord("remove")}
      send={() => removeInvalidRule(rule.id, givesBack)}
      onClose={onClose}
      onDone={onDone}
    >
      {takenCount > 0 && (
        <CheckboxField
          label={t(takenCount > LISTED ? "givesBackMany" : "givesBack", { count })}
          hint={t("hint")}
          checked={givesBack}
          onChange={(event) => setGivesBack(event.target.checked)}
        />
      )}
    </EndingDialog>
  );
}
