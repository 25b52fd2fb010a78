export type MutationProblem =
  'target-missing' | 'target-ambiguous' | 'match-missing' | 'match-ambiguous' | 'not-applicable' | 'no-effect' | 'invalid-code';

export class MutationError extends Error {
  readonly code: MutationProblem;
}
