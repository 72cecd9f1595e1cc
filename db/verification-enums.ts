/** The life of a verification (specification, section 4); `comparing`: recorded and computed, waits for confirmation. */
export const VERIFICATION_STATES = ["toBeStarted", "inProgress", "recording", "comparing", "terminated"] as const;
export type VerificationState = (typeof VERIFICATION_STATES)[number];
/** What is verified. */
export const VERIFICATION_OBJECTS = ["coldStore", "vehicle", "box", "fridge"] as const;
export type VerificationObject = (typeof VERIFICATION_OBJECTS)[number];
/** Why it is verified. */
export const VERIFICATION_KINDS = ["beforeUse", "periodic", "special", "afterStandstill"] as const;
export type VerificationKind = (typeof VERIFICATION_KINDS)[number];
export const VERIFICATION_LOADS = ["empty", "full"] as const;
export type VerificationLoad = (typeof VERIFICATION_LOADS)[number];
/** What is done to the space during a verification, and how long it stays within its limits then. */
export const VERIFICATION_TESTS = ["doorOpened", "powerOff"] as const;
export type VerificationTest = (typeof VERIFICATION_TESTS)[number];
/** Where a point is. `permanent`: beside a permanently mounted probe; `outside`: the surroundings of the space. */
export const POINT_CLASSES = [
  ...(["uniform", "fanOutlet", "door", "deadCorner", "rack", "permanent", "outside"] as const),
] as const;
export type PointClass = (typeof POINT_CLASSES)[number];
/** How the values of all points at one instant become the value of the space. */
export const SAMPLING_MODES = ["latest", "maximum", "minimum", "average", "equilibrium"] as const;
export type SamplingMode = (typeof SAMPLING_MODES)[number];
/** What people are told of a verification. `exception`: a device is silent, or outside the limits; `failed`: repeat it. */
export const VERIFICATION_NEWS = ["completed", "timeout", "exception", "due", "overdue", "failed"] as const;
export type VerificationNewsKind = (typeof VERIFICATION_NEWS)[number];
/** `refused`: too much of the record is missing to say anything. */
export const VERIFICATION_VERDICTS = ["passed", "failed", "refused"] as const;
export type VerificationVerdict = (typeof VERIFICATION_VERDICTS)[number];
