/** The parts and their points, in the order in which a trigger is set up. */
export const PARTS = {
  waiting: ["delay", "mode", "deadBand", "door"],
  severity: ["steps", "notified", "gateways"],
  calendar: ["times", "midnight"],
  plan: ["rows", "escalation", "repeats", "reach"],
  held: ["status", "defrost", "switch", "silence"],
  change: ["inPlace", "removed", "disabled", "bound"],
  connection: ["devices", "gateways", "power", "slow", "plan", "suppressed"],
} as const;
