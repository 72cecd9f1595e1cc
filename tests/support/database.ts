const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

/** Throws unless the URL is a server on this machine, because tests write and delete freely. */
export function assertLocalDatabase(url: string): string {
  const { hostname } = new URL(url);
  if (!LOCAL.includes(hostname)) throw new Error(`tests refuse the database on ${hostname}: it is not local`);
  return url;
}

/** The URL of this test file's own database: a fresh copy of the migrated template with the reference data. */
export function testDatabaseUrl(): string {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("no test database: this runs in the vitest project integration only");
  return assertLocalDatabase(url);
}
