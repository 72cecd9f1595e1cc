import { AppError, ERRORS, type ErrorCode } from "@/lib/errors";

/** Aborts its signal when it expires without being stopped or restarted. */
export class Deadline {
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly timeoutMs: number) {
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(), this.timeoutMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

type Expectation = { requestId: string; isFileExpected: boolean; deadline: Deadline };

/**
 * Converts a response of the legacy API to ours: its envelope with our success code, its refusal with its own code, a
 * file as a stream. Cookies and all other headers are dropped. If the body has no code, throws the error of its status.
 */
export async function legacyAnswer(response: Response, expectation: Expectation): Promise<Response> {
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    throw new AppError("LEGACY_UNAVAILABLE", "the older API leads elsewhere");
  }
  if (isFile(response)) return fileOf(response, expectation);
  const text = await response.text();
  expectation.deadline.stop();
  return envelopeOf(response, text, expectation);
}

const typeOf = ({ headers }: Response): string =>
  headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";

/** Legacy servers send JSON under all of these types. */
const TEXT = /^(?:|application\/(?:[\w.-]+\+)?json|text\/(?:html|plain|json))$/;

const isFile = (response: Response): boolean =>
  response.ok && (response.headers.has("content-disposition") || !TEXT.test(typeOf(response)));

const ours = (requestId: string) => ({ "x-request-id": requestId, "cache-control": "private, no-store" });

function fileOf(response: Response, { requestId, deadline }: Expectation): Response {
  const headers = new Headers({
    ...ours(requestId),
    "content-type": response.headers.get("content-type") ?? "application/octet-stream",
    // Another system's page must not run with our session.
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox",
  });
  // The length of the compressed body is not that of the decoded one.
  const names = ["content-disposition", ...(response.headers.has("content-encoding") ? [] : ["content-length"])];
  for (const name of names) {
    const value = response.headers.get(name);
    if (value) headers.set(name, value);
  }
  return new Response(response.body && watched(response.body, deadline), { headers });
}

/** The same bytes, with a deadline for the legacy API's silence but not for a slow client. */
function watched(body: ReadableStream<Uint8Array>, deadline: Deadline): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      deadline.restart();
      const { done, value } = await reader.read().finally(() => deadline.stop());
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

type Envelope = { state?: { code?: unknown; msg?: unknown } | null; result?: unknown; data?: unknown };

function parse(text: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The business code, which some servers send as a string. */
function codeOf(body: Envelope | undefined): number | undefined {
  const code = body?.state?.code;
  const number = typeof code === "string" && code.trim() !== "" ? Number(code) : code;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** An unknown message counts as success with these codes (specification, section 8). */
const SUCCESS: readonly number[] = [200, 200000];

function envelopeOf(response: Response, text: string, { requestId, isFileExpected }: Expectation): Response {
  const { ok, status } = response;
  if (ok && isFileExpected) throw new AppError("FILE_CORRUPTED", "the older API sent no file");
  const body = parse(text);
  const code = codeOf(body);
  if (!body || code === undefined) throw ok ? unreadable() : failureOfStatus(status);
  const { msg } = body.state ?? {};
  if (!SUCCESS.includes(code)) return refusalOf(code, typeof msg === "string" ? msg : "", status, requestId);
  const content = "data" in body && !("result" in body) ? { data: body.data } : { result: body.result ?? null };
  const state = { code: 200000, msg: typeof msg === "string" && msg !== "" ? msg : "ok" };
  return Response.json({ state, ...content }, { headers: ours(requestId) });
}

const unreadable = () => new AppError("INTERNAL", "the older API sent no answer that can be read");

/** Errors by status alone (specification, section 8, "HTTP status"). */
const STATUS: Record<number, [ErrorCode, string]> = {
  400: ["BAD_REQUEST", "parameter error"],
  401: ["UNAUTHENTICATED", "sign in first"],
  403: ["UNAUTHENTICATED", "the login expired"],
  404: ["NOT_FOUND", "the resource does not exist"],
  405: ["METHOD_NOT_ALLOWED", "wrong request method"],
  408: ["LEGACY_TIMEOUT", "the older API timed out"],
  409: ["CONFLICT", "the older API refused a conflict"],
  413: ["TOO_LARGE", "too large for the older API"],
  422: ["INVALID", "the older API refused the values"],
  429: ["RATE_LIMITED", "too many requests for the older API"],
  502: ["LEGACY_UNAVAILABLE", "the older API is not available"],
  503: ["LEGACY_UNAVAILABLE", "the older API is not available"],
  504: ["LEGACY_TIMEOUT", "the older API timed out"],
};

function failureOfStatus(status: number): AppError {
  const [code, message] = STATUS[status] ?? [
    status < 500 ? "BAD_REQUEST" : "INTERNAL",
    `the older API answered ${status}`,
  ];
  return new AppError(code, message);
}

/** Codes that only the legacy API uses: this one means that it rejected the caller (specification, section 8). */
const OLDER_CODES: Record<number, ErrorCode> = { 50098: "LOGIN_FAILED" };

/** Our error with this code or meaning; codes whose meaning depends on the record have no name. */
function nameOf(code: number): ErrorCode | undefined {
  const names = Object.keys(ERRORS) as ErrorCode[];
  return OLDER_CODES[code] ?? names.find((name) => ERRORS[name].code === code && !("path" in ERRORS[name]));
}

/** A refusal of the legacy API: its code and message take precedence over its status. */
function refusalOf(code: number, msg: string, status: number, requestId: string): Response {
  const name = nameOf(code);
  const fitting = name ? ERRORS[name].status : isFailure(code) ? code : isFailure(status) ? status : 422;
  const state = { code, ...(name && { error: name }), msg: msg || "operation failed", requestId };
  return Response.json({ state, result: null }, { status: fitting, headers: ours(requestId) });
}

const isFailure = (status: number): boolean => Number.isInteger(status) && status >= 400 && status <= 599;
