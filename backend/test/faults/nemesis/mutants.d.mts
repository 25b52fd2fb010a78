export interface Mutant {
  id: string;
  mutant: string;
  /** Ids of the invariants of which one must break; `end`: it does not come to an end. */
  breaks: string[];
  queue: 'redis' | 'postgresql';
  seed: number;
  faults: number;
  only?: string;
  edits: { file: string; from: string; to: string }[];
}

export const mutants: readonly Mutant[];
