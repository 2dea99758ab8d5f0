import type { BffErrorCode, BrokenRule, ErrorBody, FieldError, ReceivedCode } from "../../contract/errors";

/** What an {@link ApiError} is about, as the API, the BFF or the client itself names it. */
export type ApiErrorCode = ReceivedCode | BffErrorCode | "noConnection" | "unreadable" | "incomplete";

/** The call that failed; its path is without the query, which may hold what somebody typed. */
export interface FailedCall {
  method: string;
  path: string;
}

/** What the server said of a field; `broken` where it also said why, for saying it in another language. */
export interface FieldFault extends FieldError {
  broken?: BrokenRule;
}

/** An answer of 400 or more, or no answer at all (`status` 0). */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: ApiErrorCode;
  /** In the user's language, from the server; empty when it said nothing. */
  readonly serverMessage: string;
  readonly title: string;
  readonly fieldErrors: readonly FieldFault[];
  /** The stored record, on a 409. */
  readonly current: unknown;
  readonly requestId: string | undefined;

  constructor(
    body: ErrorBody<ApiErrorCode>,
    readonly failedCall?: FailedCall,
  ) {
    super(body.message ?? body.title);
    this.status = body.status;
    this.code = body.code;
    this.serverMessage = body.message ?? "";
    this.title = body.title;
    this.fieldErrors = (body.errors ?? []).map((error, at) => ({ ...error, broken: body.rules?.[at] }));
    this.current = body.current;
    this.requestId = body.requestId;
  }

  /** What the server said: its message, else the title of its answer (ER-02); empty when it said neither. */
  get said(): string {
    return this.serverMessage || this.title;
  }
}

/**
 * Reads an error answer of any server: fields that are missing or of another type are left empty,
 * and a list of propertyName/errorMessage pairs is accepted as the whole body too.
 */
export function parseApiError(
  status: number,
  body: unknown,
  requestId?: string,
  failedCall?: FailedCall,
): ApiError {
  const given: Fields = Array.isArray(body) ? { errors: body } : isObject(body) ? body : {};
  const text = (name: string) => (typeof given[name] === "string" ? given[name] : undefined);
  return new ApiError(
    {
      status,
      code: (text("code") ?? "") as ReceivedCode,
      title: text("title") ?? "",
      message: text("message"),
      errors: Array.isArray(given.errors) ? given.errors.filter(isFieldError) : undefined,
      rules: rulesOf(given),
      current: given.current,
      requestId: requestId ?? text("requestId"),
    },
    failedCall,
  );
}

type Fields = Record<string, unknown>;

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function isFieldError(value: unknown): value is FieldError {
  return isObject(value) && typeof value.propertyName === "string" && typeof value.errorMessage === "string";
}

/** One rule for each error, or none at all: they belong together by their order. */
function rulesOf({ errors, rules }: Fields): BrokenRule[] | undefined {
  const together = Array.isArray(errors) && Array.isArray(rules) && errors.length === rules.length;
  return together && errors.every(isFieldError) && rules.every(isBrokenRule) ? rules : undefined;
}

function isBrokenRule(value: unknown): value is BrokenRule {
  if (!isObject(value) || typeof value.rule !== "string") return false;
  const { values } = value;
  return (
    values === undefined ||
    (isObject(values) && Object.values(values).every((one) => ["string", "number"].includes(typeof one)))
  );
}
