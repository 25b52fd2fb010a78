import jest from '../../../jest.config.mjs';
import { filesBelow } from '../files.mjs';

/** A control's tests may be a proof, which has a project of its own. */
const WITH_PROOFS = { integration: ['integration', 'proofs'], e2e: ['e2e', 'proofs-e2e'] };

/** Returns the names of the jest projects that a control's tests run in. */
export const projectsOf = ({ project }) => WITH_PROOFS[project] ?? [project];

const filesOf = new Map();

/** Returns the suites of a jest project, as paths from the project's root. */
function suitesOf({ displayName, roots, testRegex }) {
  if (!filesOf.has(displayName)) {
    const files = roots.flatMap((folder) => filesBelow(folder.replace('<rootDir>/', '')));
    filesOf.set(
      displayName,
      files.filter((file) => new RegExp(testRegex).test(`/${file}`)),
    );
  }
  return filesOf.get(displayName);
}

/** Returns whether a control names tests that exist. */
export function hasSuite(entry) {
  const names = projectsOf(entry);
  const pattern = new RegExp(entry.tests, 'i');
  return jest.projects.some((project) => names.includes(project.displayName) && suitesOf(project).some((file) => pattern.test(file)));
}
