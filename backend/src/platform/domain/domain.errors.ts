/** Kinds of failure; only `platform/http/error.filter.ts` maps them to status codes. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'unsupported'
  | 'unprocessable'
  | 'too-many'
  | 'unavailable'
  | 'out-of-space';

export interface FieldError {
  field: string;
  message: string;
}

/** Base of every expected failure. `message` is shown to users unchanged and therefore never holds a secret or an internal name. */
export class DomainError extends Error {
  constructor(
    readonly kind: ErrorKind,
    /** Stable, `subject.fact`: for logs and tests. */
    readonly code: string,
    message: string,
    readonly fields: FieldError[] = [],
  ) {
    super(message);
    this.name = new.target.name;
  }
}

/** Invalid input. The message of a single field is the message of the whole. */
export class InvalidInput extends DomainError {
  constructor(fields: FieldError[], code = 'input.invalid') {
    super('invalid', code, fields.length === 1 && fields[0] ? fields[0].message : 'Some fields need your attention', fields);
  }

  static field(field: string, message: string, code?: string): InvalidInput {
    return new InvalidInput([{ field, message }], code);
  }
}

export class NotFound extends DomainError {
  constructor(subject: string) {
    super('not-found', `${subject.replaceAll(' ', '-')}.not-found`, `There is no such ${subject}`);
  }
}

export class TooMany extends DomainError {
  constructor(
    readonly retryAfterSeconds: number,
    message = 'Too many attempts. Please try again later',
  ) {
    super('too-many', 'rate.exceeded', message);
  }
}
