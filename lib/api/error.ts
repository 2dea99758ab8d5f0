import { type ErrorBody, errorBody, type FieldError } from "../contract/errors";

/** The call that failed; its path is without the query, which may hold what somebody typed. */
export interface FailedCall {
  method: string;
  path: string;
}

/** An answer of 400 or more, or no answer at all (`status` 0). */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  /** In the user's language, from the server; empty when it said nothing. */
  readonly serverMessage: string;
  readonly title: string;
  readonly fieldErrors: readonly FieldError[];
  /** The stored record, on a 409. */
  readonly current: unknown;
  readonly requestId: string | undefined;

  constructor(
    body: ErrorBody,
    readonly failedCall?: FailedCall,
  ) {
    super(body.message ?? body.title);
    this.status = body.status;
    this.code = body.code;
    this.serverMessage = body.message ?? "";
    this.title = body.title;
    this.fieldErrors = body.errors ?? [];
    this.current = body.current;
    this.requestId = body.requestId;
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
  const given = Array.isArray(body) ? { errors: body } : typeof body === "object" ? body : {};
  const parts = errorBody.partial().safeParse({ ...given, status, requestId });
  const known = parts.success ? parts.data : {};
  return new ApiError(
    {
      ...known,
      status,
      code: known.code ?? "",
      title: known.title ?? "",
      requestId: known.requestId ?? requestId,
    },
    failedCall,
  );
}
