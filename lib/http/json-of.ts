/**
 * The JSON of a response; null if it is none, since a proxy may have answered with a page of its own. Throws the
 * network error or the caller's abort reason.
 */
export async function jsonOf<T>(response: Response): Promise<T | null> {
  const text = await response.text();
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}
