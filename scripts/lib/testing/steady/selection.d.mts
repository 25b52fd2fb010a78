interface Change {
  changed: string[];
  suites: string[];
  importers: Map<string, string[]>;
  limit: number;
  isProof: (suite: string) => boolean;
}
interface Selection {
  changed: string[];
  dependents: string[];
  leftOut: string[];
  proofs: string[];
  unreached: string[];
}
export function selectSuites(change: Change): Selection;
