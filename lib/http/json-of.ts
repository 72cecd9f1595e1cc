/**
 * The JSON of an answer; null where it is none, as something in between may have answered with a page of its own.
 * Throws what cut the answer off: the line, or the caller's patience.
 */
export async function jsonOf<T>(response: Response): Promise<T | null> {
  const text = await response.text();
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}
