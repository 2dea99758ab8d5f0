import type { BffErrorCode, BrokenRule, ErrorBody, FieldError, ReceivedCode } from "../../contract/errors";

/** Code of an {@link ApiError}, from the API, the BFF or the client itself. */
export type ApiErrorCode = ReceivedCode | BffErrorCode | "noConnection" | "unreadable" | "incomplete";

/** The failed call; the path omits the query, which may contain user input. */
export interface FailedCall {
  method: string;
  path: string;
}

/** A server error of a field, with its broken rule where known, for translation. */
export interface FieldFault extends FieldError {
  broken?: BrokenRule;
}

/** A response with a status of 400 or more, or no response (`status` 0). */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: ApiErrorCode;
  /** The server's message in the user's language; may be empty. */
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

  /** The server's message, else the title of its response (ER-02); may be empty. */
  get said(): string {
    return this.serverMessage || this.title;
  }
}

/**
 * Parses an error response of any server: missing or mistyped fields are left empty, and the body may be just a list of
 * propertyName/errorMessage pairs.
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

/** Rules match errors by position, so their numbers must be equal. */
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
