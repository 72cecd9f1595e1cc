import "server-only";
import type { Db } from "@/db/client";
import type { Measure } from "@/db/enums";

// The caller has checked that the customer is in scope.

/** The names of a customer's rules for impossible values of a measure that reject all values beyond these limits. */
export async function findRulesWithin(
  db: Db,
  customerId: number,
  watched: { measure: Measure; minimum: number | null; maximum: number | null },
): Promise<{ minimum: string | null; maximum: string | null }> {
  const { measure, minimum, maximum } = watched;
  const [found] = await db.$client<{ minimum: string | null; maximum: string | null }[]>`
    select min(name) filter (where minimum >= ${minimum}::float8) as minimum,
           min(name) filter (where maximum <= ${maximum}::float8) as maximum
      from invalid_rule
     where customer_id = ${customerId} and measure = ${measure} and kind = 'implausible' and is_enabled`;
  return found as { minimum: string | null; maximum: string | null };
}
