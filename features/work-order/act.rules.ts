import type { WorkOrderState } from "@/db/work-order-enums";
import { AppError, conflict } from "@/lib/errors";

/** What people do with a work order, the most likely one first. */
export const ACTS = ["accept", "process", "confirm", "return", "rate", "release", "cancel"] as const;
export type Act = (typeof ACTS)[number];

/** The acts that ask for something before they are done. */
export type Asking = Exclude<Act, "accept" | "confirm">;
export const asks = (act: Act): act is Asking => act !== "accept" && act !== "confirm";

/** The states in which an order is open: its cause has no other one meanwhile. */
export const OPEN_STATES = ["submitted", "accepted", "processed"] as const satisfies readonly WorkOrderState[];
export const isOpen = (state: WorkOrderState): boolean => (OPEN_STATES as readonly WorkOrderState[]).includes(state);

/** `overdue`: open, not processed, and past the due time; `waiting`: processed, and not confirmed yet. */
export const PHASES = ["open", "overdue", "waiting", "closed"] as const;
export type Phase = (typeof PHASES)[number];

const FROM: Record<Act, readonly WorkOrderState[]> = {
  accept: ["submitted"],
  process: ["accepted"],
  confirm: ["processed"],
  return: ["processed"],
  rate: ["confirmed"],
  release: ["accepted"],
  cancel: ["submitted", "accepted"],
};

export const AFTER: Record<Act, WorkOrderState> = {
  accept: "accepted",
  process: "processed",
  confirm: "confirmed",
  return: "accepted",
  rate: "rated",
  release: "submitted",
  cancel: "cancelled",
};

/** The people of an order, by the ids of their accounts. */
export type Parties = {
  state: WorkOrderState;
  ordererId: number | null;
  assigneeId: number | null;
  groupId: number | null;
  acceptorId: number | null;
};

/** Who looks at it. `userId` is null for another system; `groupIds`: the contact groups that the account is in. */
export type Viewer = {
  userId: number | null;
  groupIds: readonly number[];
  mayHandle: boolean;
  mayEdit: boolean;
};

const isSame = (id: number | null, { userId }: Viewer): boolean => userId !== null && id === userId;

/** Whether the order is for the viewer to do: assigned to the person or a group of theirs, or to nobody. */
export function isFor({ assigneeId, groupId }: Parties, viewer: Viewer): boolean {
  if (assigneeId === null && groupId === null) return true;
  return isSame(assigneeId, viewer) || (groupId !== null && viewer.groupIds.includes(groupId));
}

/**
 * Whether the viewer may do it, whatever the state. Whoever assigns orders (`mayEdit`) may act for others, but does not
 * confirm their own work; whoever ordered something judges it, and rates it. An order of the product or of another
 * system is judged and rated by whoever assigns orders.
 */
function mayAct(act: Act, order: Parties, viewer: Viewer): boolean {
  const isOrderer = isSame(order.ordererId, viewer);
  const isAcceptor = isSame(order.acceptorId, viewer);
  switch (act) {
    case "accept":
      return viewer.mayHandle && (viewer.mayEdit || isFor(order, viewer));
    case "process":
    case "release":
      return viewer.mayHandle && (viewer.mayEdit || isAcceptor);
    case "confirm":
    case "return":
      return isOrderer || (viewer.mayEdit && !isAcceptor);
    case "rate":
      return isOrderer || (order.ordererId === null && viewer.mayEdit && !isAcceptor);
    case "cancel":
      return isOrderer || viewer.mayEdit;
  }
}

/** What the viewer can do with the order now. */
export const actsOf = (order: Parties, viewer: Viewer): Act[] =>
  ACTS.filter((act) => FROM[act].includes(order.state) && mayAct(act, order, viewer));

/**
 * Throws unless the viewer can do it now: CONFLICT if the state forbids it, with the acceptor's name if somebody else
 * was faster, FORBIDDEN if it is for others.
 */
export function assertAct(act: Act, order: Parties & { acceptorName: string | null }, viewer: Viewer): void {
  if (!FROM[act].includes(order.state)) {
    const names = order.acceptorName;
    if (act !== "accept" || names === null || !isOpen(order.state))
      throw conflict("state", "workOrderState", `not possible while it is ${order.state}`);
    const message = `${names} has accepted it`;
    throw new AppError("CONFLICT", `state: ${message}`, {
      issues: [{ path: "state", rule: "acceptedBy", message, names }],
    });
  }
  if (!mayAct(act, order, viewer)) throw new AppError("FORBIDDEN", `this order is not yours to ${act}`);
}

/** Whether its fields can be changed: by whoever assigns orders, while it is open. */
export const mayChange = (order: Parties, { mayEdit }: Viewer): boolean => mayEdit && isOpen(order.state);

/** Whether photos and comments can be added: until it has ended, by everybody who is concerned. */
export const mayAdd = (order: Parties, viewer: Viewer): boolean =>
  isOpen(order.state) &&
  (viewer.mayEdit ||
    isSame(order.ordererId, viewer) ||
    isSame(order.acceptorId, viewer) ||
    (viewer.mayHandle && isFor(order, viewer)));
