import type { DomainError } from '../domain/domain.errors.js';

/** Extra top-level fields of a failure, such as `otpRequired`, on errors that carry them. */
export interface ErrorWithExtra extends DomainError {
  readonly extra: Record<string, unknown>;
}

export function extraOf(error: DomainError): Record<string, unknown> {
  const { extra } = error as Partial<ErrorWithExtra>;
  return extra ?? {};
}
