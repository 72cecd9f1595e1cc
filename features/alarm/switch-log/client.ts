const PATH = "/service/alarmSwitchLog";

/** The file with the rows that these criteria find. */
export const csvPath = (criteria: Readonly<Record<string, string>>): string => {
  const query = new URLSearchParams(criteria);
  return query.size > 0 ? `${PATH}/csv?${query}` : `${PATH}/csv`;
};
