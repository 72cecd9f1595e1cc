import { ERRORS, type ErrorCode, type FieldChange, type Issue } from "@/lib/errors";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { jsonOf } from "./json-of";
import { OWN_REQUEST } from "./own-request";

const TIMEOUT_MS = 10_000;
const SUCCESS = 200000;

/** Codes that mean that the session is missing or over. */
const SIGNED_OUT: readonly number[] = [ERRORS.UNAUTHENTICATED.code, ERRORS.LOGIN_REPLACED.code];

/** Cause of a failed call, as a key of the `error` messages. */
export type FailureKey = ErrorCode | "network" | "timeout";

/** What a save of an older version is answered with. */
export type RecordChange = { version: number; changes: readonly FieldChange[] };

/** A call that was refused or, with `code` 0, did not get through. `msg` is English, for logs; `key` names the text. */
export class ServiceError extends Error {
  constructor(
    readonly key: FailureKey,
    readonly code: number,
    readonly msg: string,
    readonly issues: readonly Issue[] = [],
    readonly requestId?: string,
    /** The present version of a record that somebody else changed, and the fields that differ. */
    readonly changed?: RecordChange,
  ) {
    super(msg);
    this.name = "ServiceError";
  }
}

type Envelope<T> = {
  state?: {
    code?: number;
    error?: string;
    msg?: string;
    requestId?: string;
    issues?: Issue[];
    version?: number;
    changes?: FieldChange[];
  };
  result?: T;
};

type CallOptions = {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  body?: unknown;
  signal?: AbortSignal;
  /** For a large file that takes longer than the default of 10 s. */
  timeoutMs?: number;
};

/**
 * Calls `/service/…` and returns `result`. The business code determines success, not the HTTP status. Without a session
 * the browser goes to the login, which leads back here. Throws ServiceError; an aborted call throws its reason.
 */
export async function callService<T>(
  path: string,
  { method = "GET", body, signal, timeoutMs = TIMEOUT_MS }: CallOptions = {},
): Promise<T> {
  const { state, result } = await request<T>(path, { method, body, signal, timeoutMs });
  if (state?.code === SUCCESS) return result as T;
  const code = state?.code ?? ERRORS.INTERNAL.code;
  if (SIGNED_OUT.includes(code)) goToLogin();
  const { error, msg = "", issues, requestId, version, changes } = state ?? {};
  const changed = version !== undefined && changes ? { version, changes } : undefined;
  throw new ServiceError(keyOf(code, error), code, msg, issues, requestId, changed);
}

async function request<T>(
  path: string,
  { body, signal, timeoutMs = TIMEOUT_MS, ...options }: CallOptions,
): Promise<Envelope<T>> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(path, {
      ...options,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      // A file is sent unchanged, with its own type.
      ...(body instanceof Blob
        ? { body, headers: OWN_REQUEST }
        : body === undefined
          ? { headers: OWN_REQUEST }
          : { body: JSON.stringify(body), headers: { ...OWN_REQUEST, "content-type": "application/json" } }),
    });
    const requestId = response.headers.get("x-request-id") ?? undefined;
    return (await jsonOf<Envelope<T>>(response)) ?? { state: { code: response.status, requestId } };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ServiceError(timeout.aborted ? "timeout" : "network", 0, String(error));
  }
}

function keyOf(code: number, error: string | undefined): ErrorCode {
  if (error && error in ERRORS) return error as ErrorCode;
  const names = Object.keys(ERRORS) as ErrorCode[];
  return (
    names.find((name) => ERRORS[name].code === code) ?? names.find((name) => ERRORS[name].status === code) ?? "INTERNAL"
  );
}

function goToLogin(): void {
  if (typeof window === "undefined") return;
  const { pathname, search } = window.location;
  const locale = toLocale(pathname.split("/")[1]) ?? DEFAULT_LOCALE;
  window.location.assign(`/${locale}/login?next=${encodeURIComponent(pathname + search)}`);
}
