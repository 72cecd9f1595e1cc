const PATH = "/service/alarmSwitchLog";

/** URL of the CSV file with the rows that match these criteria. */
export const csvPath = (criteria: Readonly<Record<string, string>>): string => {
  const query = new URLSearchParams(criteria);
  return query.size > 0 ? `${PATH}/csv?${query}` : `${PATH}/csv`;
};
