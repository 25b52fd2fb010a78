// Which projects a command runs.

/** The commands and their projects, quick ones first. */
export const RUNS = {
  quick: ['unit', 'sandbox', 'contract'],
  test: ['unit', 'sandbox', 'contract', 'integration', 'frontend', 'e2e'],
  proofs: ['proofs', 'proofs-e2e'],
};

/**
 * Splits a command line into the run (`--run quick`, by default `test`) and jest's own arguments. Projects that the caller selects win;
 * without a run, paths are looked for in every project, the proofs too.
 */
export function projectsOf(args) {
  const at = args.indexOf('--run');
  const name = at < 0 ? 'test' : args[at + 1];
  const rest = at < 0 ? args : args.toSpliced(at, 2);
  if (!RUNS[name]) throw new Error(`--run takes ${Object.keys(RUNS).join(', ')}, not ${name}`);
  const names = at < 0 ? /^--(selectProjects|runTestsByPath|testPathPatterns|findRelatedTests)\b/ : /^--selectProjects\b/;
  const chosen = rest.some((arg) => names.test(arg));
  if (chosen) return { name: 'chosen', jestArguments: rest };
  // At the end: jest takes everything up to the next option as a project's name.
  return { name, jestArguments: [...rest, '--selectProjects', ...RUNS[name]] };
}
