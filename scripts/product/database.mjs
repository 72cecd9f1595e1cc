const CONNECT_SECONDS = 5;

/**
 * Throws one sentence, without the password, unless PostgreSQL 15 or newer answers.
 * @param {string} url
 */
export async function assertReachable(url) {
  const place = describe(url);
  const { default: postgres } = await import("postgres");
  const sql = postgres(url, { max: 1, connect_timeout: CONNECT_SECONDS, onnotice() {} });
  let version;
  try {
    [{ version }] = await sql`select current_setting('server_version_num')::int as version`;
  } catch (error) {
    throw new Error(`The database at ${place} cannot be reached: ${error.message || error.code}`);
  } finally {
    await sql.end({ timeout: 1 });
  }
  if (version < 150000) throw new Error(`The database at ${place} is older than PostgreSQL 15`);
}

function describe(url) {
  try {
    const { protocol, host, pathname } = new URL(url);
    if (/^postgres(ql)?:$/.test(protocol)) return host + pathname;
  } catch {
    // Reported below without the error text, which may contain a password.
  }
  throw new Error("DATABASE_URL is not of the form postgres://user:password@host:5432/database");
}
