import type { ErrorCode } from "../../lib/contract/errors";
import type { ValidationKey } from "../../lib/validation/messages";

/** A refused field: `rule` names the text in messages/<language>/validation.json, `values` fill it. */
export interface FieldFault {
  /** The path in the body or query, such as `roleIds.0`; shown on the form field of that name. */
  propertyName: string;
  rule: ValidationKey;
  values?: Record<string, string | number>;
}

interface Details {
  status: number;
  /** Fill the text of `code` in messages/<language>/errors.json. */
  values?: Record<string, string | number>;
  fields?: readonly FieldFault[];
  /** The stored record, for a stale save. */
  current?: unknown;
  headers?: Record<string, string>;
  /** Only logged. */
  cause?: unknown;
}

/**
 * Ends a request with a status of 400 or more and rolls its transaction back. `code` is stable, for programs, and names
 * the text in messages/<language>/errors.json under `messages`, written when the response is sent.
 */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly status: number;
  readonly values: Record<string, string | number>;
  readonly fields: readonly FieldFault[];
  readonly current: unknown;
  readonly headers: Record<string, string>;

  constructor(
    readonly code: ErrorCode,
    details: Details,
  ) {
    super(code, { cause: details.cause });
    this.status = details.status;
    this.values = details.values ?? {};
    this.fields = details.fields ?? [];
    this.current = details.current;
    this.headers = details.headers ?? {};
  }
}

/** No such record, or none in this tenant: both get the same response. */
export const notFound = () => new RequestError("notFound", { status: 404 });

/** The request does not identify a signed-in user. */
export const unauthorized = (code: ErrorCode = "unauthorized") => new RequestError(code, { status: 401 });

/** Signed in, but not allowed; `code` gives the reason when it is not just a missing permission. */
export const forbidden = (code: ErrorCode = "forbidden", values?: Record<string, string | number>) =>
  new RequestError(code, { status: 403, values });

/** The record was changed meanwhile; `current` is the stored version (FM-09). */
export const stale = (current: unknown) => new RequestError("stale", { status: 409, current });

/** The record's current state does not allow the change, such as removing the last administrator. */
export const conflict = (code: ErrorCode, values?: Record<string, string | number>) =>
  new RequestError(code, { status: 409, values });

/** The input breaks rules, each listed with its field (FM-04). */
export const invalid = (fields: readonly FieldFault[]) =>
  new RequestError("invalid", { status: 400, fields });
