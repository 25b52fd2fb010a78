export interface RepositoryFile {
  path: string;
  size: number;
  format: string | null;
  isIgnored: boolean;
}
export interface RepositoryProblem {
  path: string;
  why: string;
  remedy: string;
}
export function binaryFormat(head: Buffer): string | null;
export function repositoryProblems(files: RepositoryFile[]): RepositoryProblem[];
export function strayPackages(paths: string[]): RepositoryProblem[];
export function lockFileProblems(path: string, text: string): RepositoryProblem[];
export function problemLine(problem: RepositoryProblem): string;
