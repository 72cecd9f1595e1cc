import "server-only";
import type { Endpoint } from "@/lib/outbound/guarded-socket";
import { postForAnswer } from "@/lib/outbound/http-post";
import { OutboundError } from "@/lib/outbound/outbound-error";
import { decodeAnswer, encodeRequest, GROUP, type IppAnswer, type IppAttribute, type IppGroup } from "./message";

/** Operations (RFC 8011, section 5.4.15). */
const OPERATION = { printJob: 0x02, cancelJob: 0x08, getJob: 0x09, getJobs: 0x0a, getPrinter: 0x0b } as const;
/** Status codes (RFC 8011, appendix B.1). */
const STATUS = {
  ...{ forbidden: 0x0401, notAuthenticated: 0x0402, notAuthorized: 0x0403, notFound: 0x0406 },
  ...{ formatNotSupported: 0x040a, notAcceptingJobs: 0x0506, busy: 0x0507 },
} as const;

/** States of a job and of a printer (RFC 8011, sections 5.3.7 and 5.4.11). */
export const JOB_STATE = {
  ...{ pending: 3, held: 4, processing: 5, stopped: 6, cancelled: 7, aborted: 8, completed: 9 },
} as const;
export const PRINTER_STATE = { idle: 3, processing: 4, stopped: 5 } as const;

const PDF = "application/pdf";
const USER = "Frostline";
/** Jobs that are looked through for one of a known name, newest first or last as the printer likes. */
const MOST_JOBS = 200;

export type IppTarget = Endpoint & { path: string; timeoutMs: number };
export type IppPrinter = {
  state: number;
  /** Keywords such as `media-empty-error` (RFC 8011, section 5.4.12); `none` is left out. */
  reasons: string[];
  isAccepting: boolean;
  /** Whether it prints PDF; null if it does not say. */
  takesPdf: boolean | null;
  model: string;
};
export type IppJob = { id: number; state: number; reasons: string[] };
export type IppDocument = { name: string; pdf: Buffer; copies: number };

/** A printer's refusal with its status code. */
export class IppRefusal extends OutboundError {
  constructor(readonly status: number) {
    super(isLogin(status) ? "login" : "refused", `IPP 0x${status.toString(16).padStart(4, "0")}`);
    this.name = "IppRefusal";
  }
  get isFormat(): boolean {
    return this.status === STATUS.formatNotSupported;
  }
  /** It may accept the same later. */
  get isBusy(): boolean {
    return this.status === STATUS.busy || this.status === STATUS.notAcceptingJobs;
  }
  get isUnknownJob(): boolean {
    return this.status === STATUS.notFound;
  }
}

const isLogin = (status: number) =>
  status === STATUS.forbidden || status === STATUS.notAuthenticated || status === STATUS.notAuthorized;

const addressOf = ({ host, port, isTls, path }: IppTarget) => `${isTls ? "ipps" : "ipp"}://${host}:${port}${path}`;
let lastId = 0;

type Question = { attributes?: readonly IppAttribute[]; job?: readonly IppAttribute[]; data?: Buffer; key?: string };

async function ask(target: IppTarget, operation: number, question: Question): Promise<IppAnswer> {
  const { attributes = [], job = [], data, key } = question;
  lastId = (lastId % 0x7fff_ffff) + 1;
  const requestId = lastId;
  const body = encodeRequest({
    ...{ operation, requestId, job },
    ...(data && { data }),
    attributes: [{ tag: "uri", name: "printer-uri", values: [addressOf(target)] }, ...attributes],
  });
  const http = { ...target, username: "", password: null };
  const message = { key: key ?? `ipp-${requestId}`, contentType: "application/ipp", body };
  const { status, content } = await postForAnswer(http, undefined, message);
  if (status === 401 || status === 403) throw new OutboundError("login", `HTTP ${status}`);
  if (status !== 200) throw new OutboundError("answer", `HTTP ${status}`);
  const answer = decodeAnswer(content);
  if (answer.requestId !== requestId) throw new OutboundError("answer", "the answer belongs to another request");
  // 0x0000 to 0x00ff: successful, possibly with attributes ignored.
  if (answer.status > 0xff) throw new IppRefusal(answer.status);
  return answer;
}

const groupOf = ({ groups }: IppAnswer, tag: number): IppGroup => {
  const found = groups.find((group) => group.tag === tag);
  if (!found) throw new OutboundError("answer", "the answer lacks what was asked for");
  return found;
};
const textsOf = ({ attributes }: IppGroup, name: string): string[] => (attributes.get(name) ?? []).map(String);
const reasonsOf = (group: IppGroup, name: string) => textsOf(group, name).filter((reason) => reason !== "none");

function numberOf({ attributes }: IppGroup, name: string): number {
  const [value] = attributes.get(name) ?? [];
  if (typeof value !== "number") throw new OutboundError("answer", `${name} is missing`);
  return value;
}

const wanted = (...names: string[]): IppAttribute => ({ tag: "keyword", name: "requested-attributes", values: names });
const asUser: IppAttribute = { tag: "name", name: "requesting-user-name", values: [USER] };

/** The state of a printer. Throws OutboundError. */
export async function getPrinter(target: IppTarget): Promise<IppPrinter> {
  const names = ["printer-state", "printer-state-reasons", "printer-is-accepting-jobs"];
  const attributes = [asUser, wanted(...names, "document-format-supported", "printer-make-and-model")];
  const group = groupOf(await ask(target, OPERATION.getPrinter, { attributes }), GROUP.printer);
  const formats = textsOf(group, "document-format-supported");
  return {
    state: numberOf(group, "printer-state"),
    reasons: reasonsOf(group, "printer-state-reasons"),
    isAccepting: group.attributes.get("printer-is-accepting-jobs")?.[0] !== false,
    takesPdf: formats.length === 0 ? null : formats.includes(PDF),
    model: textsOf(group, "printer-make-and-model")[0] ?? "",
  };
}

const jobOf = (group: IppGroup): IppJob => ({
  id: numberOf(group, "job-id"),
  state: numberOf(group, "job-state"),
  reasons: reasonsOf(group, "job-state-reasons"),
});

/** Hands a document over; the printer has accepted it when this resolves. Throws OutboundError. */
export async function printDocument(target: IppTarget, { name, pdf, copies }: IppDocument): Promise<IppJob> {
  const attributes: IppAttribute[] = [
    asUser,
    { tag: "name", name: "job-name", values: [name] },
    { tag: "mimeType", name: "document-format", values: [PDF] },
  ];
  const job: IppAttribute[] = copies > 1 ? [{ tag: "integer", name: "copies", values: [copies] }] : [];
  return jobOf(groupOf(await ask(target, OPERATION.printJob, { attributes, job, data: pdf, key: name }), GROUP.job));
}

const jobId = (id: number): IppAttribute => ({ tag: "integer", name: "job-id", values: [id] });
const JOB_NAMES = ["job-id", "job-state", "job-state-reasons"];

/** The state of a job; undefined if the printer no longer knows it. Throws OutboundError. */
export async function findJob(target: IppTarget, id: number): Promise<IppJob | undefined> {
  try {
    const attributes = [jobId(id), asUser, wanted(...JOB_NAMES)];
    return jobOf(groupOf(await ask(target, OPERATION.getJob, { attributes }), GROUP.job));
  } catch (error) {
    if (error instanceof IppRefusal && error.isUnknownJob) return undefined;
    throw error;
  }
}

/**
 * The job of a name, among those that wait, are printed or were; undefined if there is none, or if it was given up, so
 * that nothing of it is on paper for certain. Throws OutboundError.
 */
export async function findJobByName(target: IppTarget, name: string): Promise<IppJob | undefined> {
  for (const which of ["not-completed", "completed"]) {
    const attributes: IppAttribute[] = [
      asUser,
      { tag: "integer", name: "limit", values: [MOST_JOBS] },
      wanted(...JOB_NAMES, "job-name"),
      { tag: "keyword", name: "which-jobs", values: [which] },
    ];
    const { groups } = await ask(target, OPERATION.getJobs, { attributes });
    const named = groups.filter((group) => group.tag === GROUP.job && textsOf(group, "job-name")[0] === name);
    const found = named.map(jobOf).find(({ state }) => state !== JOB_STATE.cancelled && state !== JOB_STATE.aborted);
    if (found) return found;
  }
  return undefined;
}

/** Asks the printer to give a job up; one that is over or unknown stays as it is. Throws OutboundError. */
export async function cancelJob(target: IppTarget, id: number): Promise<void> {
  try {
    await ask(target, OPERATION.cancelJob, { attributes: [jobId(id), asUser] });
  } catch (error) {
    if (!(error instanceof IppRefusal)) throw error;
  }
}
