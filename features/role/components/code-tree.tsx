"use client";

import { Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useMemo, useState } from "react";
import { leafChoice, leavesOf } from "@/components/tree/check-choice";
import { CheckTree } from "@/components/tree/check-tree";
import type { TreeDetail } from "@/components/tree/tree-line";
import type { TreeNode } from "@/components/tree/tree-node";
import { Button } from "@/components/ui/button";
import type { ScopeType } from "@/db/enums";
import { levelOf } from "@/lib/auth/permission-catalogue";
import { isPermission, type Permission, withImplied } from "@/lib/auth/permissions";
import type { CodeDto, GroupDto } from "../catalogue.schema";
import { useCodeNames } from "./code-name";
import { HoldersDialog } from "./holders-dialog";

type CodeTreeProps = {
  groups: readonly GroupDto[];
  value: ReadonlySet<string>;
  onChange: (value: ReadonlySet<string>) => void;
  scopeType: ScopeType;
  /** Read-only. */
  disabled?: boolean;
  /** The ids of initially expanded nodes. */
  open?: readonly string[];
  describedBy?: string | undefined;
  className?: string;
};

export const groupId = (group: string) => `group:${group}`;
const subjectId = (subject: string) => `subject:${subject}`;

/** Why a row cannot be changed, or an explanation of its effect. */
function useHints({ value, scopeType, disabled = false }: Pick<CodeTreeProps, "value" | "scopeType" | "disabled">) {
  const t = useTranslations("role.code");
  const implied = useMemo(() => withImplied(value), [value]);
  const reached = levelOf(scopeType, false);
  const barOf = ({ isGrantable, level }: CodeDto) =>
    isGrantable ? (level > reached ? "notForType" : null) : "notHeld";
  return {
    isDisabled: (code: CodeDto) => disabled || barOf(code) !== null,
    hintOf(code: CodeDto) {
      const bar = barOf(code);
      const hints = [
        bar !== null && !disabled && t(bar),
        !value.has(code.code) && implied.has(code.code) && t("implied"),
      ].filter((hint) => hint !== false);
      return hints.length > 0 ? hints.join(" · ") : undefined;
    },
  };
}

/** All codes by group and subject, with the number granted in each, and a link to their holders. */
export function CodeTree(props: CodeTreeProps) {
  const { groups, value, onChange, open = [], describedBy, className } = props;
  const t = useTranslations("role.code");
  const names = useCodeNames();
  const { isDisabled, hintOf } = useHints(props);
  const [asked, setAsked] = useState<Permission | null>(null);

  const nodes = groups.map(
    ({ group, subjects }): TreeNode => ({
      id: groupId(group),
      label: names.group(group),
      disabled: subjects.every(({ codes }) => codes.every(isDisabled)),
      children: subjects.map(({ subject, label, codes }) => ({
        id: subjectId(subject),
        label: names.subject(label),
        disabled: codes.every(isDisabled),
        children: codes.map((code) => ({
          id: code.code,
          label: names.action(code.code),
          keywords: `${code.code} ${names.subject(label)}`,
          hint: hintOf(code),
          disabled: isDisabled(code),
        })),
      })),
    }),
  );
  const detail = useCallback<TreeDetail>(
    (node, _, isActive) =>
      node.children ? (
        <Count leaves={leavesOf(node)} value={value} />
      ) : (
        <>
          <code className="font-mono text-faint-foreground text-xs max-sm:hidden">{node.id}</code>
          <Button
            variant="ghost"
            size="icon-sm"
            tabIndex={isActive ? 0 : -1}
            aria-label={t("holdersOf", { name: node.id })}
            title={t("holders")}
            onClick={() => isPermission(node.id) && setAsked(node.id)}
          >
            <Users aria-hidden="true" />
          </Button>
        </>
      ),
    [value, t],
  );
  return (
    <>
      <CheckTree
        label={t("tree")}
        nodes={nodes}
        choice={leafChoice(nodes, value, onChange)}
        open={open}
        detail={detail}
        aria-describedby={describedBy}
        className={className}
      />
      {asked && <HoldersDialog code={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

/** The number of granted codes below a node. */
function Count({ leaves, value }: { leaves: readonly TreeNode[]; value: ReadonlySet<string> }) {
  const t = useTranslations("role.code");
  const granted = leaves.filter(({ id }) => value.has(id)).length;
  return (
    <span className={granted > 0 ? "text-foreground text-xs" : "text-faint-foreground text-xs"}>
      <span className="tabular-nums">{t("count", { granted, total: leaves.length })}</span>
    </span>
  );
}
