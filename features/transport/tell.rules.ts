type Concerned = {
  planner: { userId: number; email: string; locale: string | null } | null;
  consignorEmail: string;
  /** Whether the customer wants mails. */
  isMailOn: boolean;
};
type Told = {
  who: "planner" | "consignor";
  reader: { userId: number } | { address: string; name: string; locale: string | null };
};

/**
 * Who is told of an answer by mail, each address once: the planner, and the consignor, who is written to in the planner's
 * language. Nobody if the customer wants no mails.
 */
export function readersOf({ planner, consignorEmail, isMailOn }: Concerned, consignor: string): Told[] {
  const told: Told[] = [];
  const known = planner?.email ?? "";
  if (planner && known !== "") told.push({ who: "planner", reader: { userId: planner.userId } });
  if (consignorEmail !== "" && consignorEmail.toLowerCase() !== known.toLowerCase())
    told.push({
      who: "consignor",
      reader: { address: consignorEmail, name: consignor, locale: planner?.locale ?? null },
    });
  return isMailOn ? told : [];
}
