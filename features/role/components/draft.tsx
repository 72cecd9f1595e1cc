"use client";

import { useState } from "react";
import type { ActivationStatus, CustomerType, ScopeType } from "@/db/enums";
import { fittingCodes } from "../catalogue.rules";
import { canBeDelegable, giveableTypes, isOfPlatform } from "../role.rules";
import type { RoleDetailDto } from "../role.schema";

/** What the editor holds until it is saved. */
export type Draft = {
  name: string;
  customerId: number;
  scopeType: ScopeType;
  isDelegable: boolean;
  status: ActivationStatus;
  codes: ReadonlySet<string>;
  sceneIds: ReadonlySet<string>;
  customerIds: ReadonlySet<string>;
};

const idsOf = (rows: readonly { id: number }[]) => new Set(rows.map(({ id }) => String(id)));

export const draftOf = (role: RoleDetailDto): Draft => ({
  name: role.name,
  customerId: role.customerId,
  scopeType: role.scopeType,
  isDelegable: role.isDelegable,
  status: role.status,
  codes: new Set(role.codes),
  sceneIds: idsOf(role.scenes),
  customerIds: idsOf(role.customers),
});

export const emptyDraft = (customerId: number, scopeType: ScopeType): Draft => ({
  name: "",
  customerId,
  scopeType,
  isDelegable: false,
  status: "active",
  codes: new Set(),
  sceneIds: new Set(),
  customerIds: new Set(),
});

/** The draft as the server takes it. */
export const inputOf = ({ codes, sceneIds, customerIds, ...draft }: Draft) => ({
  ...draft,
  codes: [...codes],
  sceneIds: [...sceneIds],
  customerIds: [...customerIds],
});

const textOf = (draft: Draft) => {
  const { codes, sceneIds, customerIds, ...rest } = inputOf(draft);
  return JSON.stringify([Object.entries(rest), codes.sort(), sceneIds.sort(), customerIds.sort()]);
};

/** The scope types that the editor offers: what may be given, to this kind of customer, and what the role is already. */
export const typesFor = (
  own: readonly ScopeType[],
  customerType: CustomerType | undefined,
  current: ScopeType | null,
): readonly ScopeType[] =>
  giveableTypes(3).filter(
    (type) => type === current || (own.includes(type) && (customerType === "platform" || !isOfPlatform(type))),
  );

/** The draft with what follows from a change: another type cannot hold every code, another customer has other places. */
export function useDraft(saved: Draft, held: ReadonlySet<string>) {
  const [draft, setDraft] = useState(saved);
  return {
    draft,
    isChanged: textOf(draft) !== textOf(saved),
    change(patch: Partial<Draft>) {
      setDraft((before) => {
        const next = { ...before, ...patch };
        if (next.scopeType !== before.scopeType) {
          next.codes = fittingCodes(next.codes, next.scopeType, held);
          next.isDelegable = next.isDelegable && canBeDelegable(next.scopeType);
        }
        if (next.customerId !== before.customerId) next.sceneIds = new Set();
        return next;
      });
    },
  };
}
