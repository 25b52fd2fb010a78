// Which files may be committed. Pure: a list of files in, a list of problems out; `scripts/check-repository.mjs` reads the files.

const MAX_BYTES = 500_000;

/** Files over the limit that have to be there, each with a limit of its own. */
const LARGE_FILES = [{ path: 'package-lock.json', maxBytes: 1_000_000, reason: 'pins every dependency; npm writes it as one file' }];

/** The only folders with binary files, and the formats that each may hold. */
const BINARY_FOLDERS = [
  { folder: 'docs/pictures', formats: ['webp'], holds: 'screenshots in the documentation' },
  { folder: 'frontend/content/pictures', formats: ['webp'], holds: 'photographs on the landing page' },
  { folder: 'frontend/public', formats: ['ico', 'png'], holds: 'icons and the link preview' },
];

const IGNORED = 'keep it out of git (`git rm --cached`); .gitignore lists its kind';
const PACKAGE = { what: 'a downloaded package or archive', remedy: 'delete it; declare dependencies in package.json' };

/** What tools, editors and package managers leave behind. */
const DROPPINGS = [
  { pattern: /(^|\/)(node_modules|\.data|dist|coverage|__pycache__)\//, what: 'in a folder for generated files', remedy: IGNORED },
  { pattern: /\.(whl|tgz|tar|tar\.gz|zip|7z|jar)$/i, ...PACKAGE },
  { pattern: /(^|\/)(\.DS_Store|Thumbs\.db)$/i, what: 'an index of a file manager', remedy: 'delete it' },
  { pattern: /\.(orig|rej)$/i, what: 'left over from a merge or a patch', remedy: 'resolve it and delete the file' },
  { pattern: /(\.sw[nop]|\.bak|~)$/i, what: 'a backup of an editor', remedy: 'delete it' },
  { pattern: /\.log$/i, what: 'a log', remedy: 'delete it' },
  { pattern: /\.(tsbuildinfo|pyc)$/i, what: 'a build cache', remedy: 'delete it' },
  {
    pattern: /(^|\/)(vg)?core(\.\d+)?$|\.(heapsnapshot|cpuprofile|heapprofile)$|(^|\/)isolate-[^/]*\.log$/i,
    what: 'a core dump or a profile',
    remedy: 'delete it',
  },
  { pattern: /(^|\/)\.env$/, what: 'settings of one machine, often with secrets', remedy: `${IGNORED}; templates are called .env.example` },
];

const SIGNATURES = [
  { format: 'png', matches: (head) => head.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) },
  { format: 'webp', matches: (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP' },
  { format: 'ico', matches: (head) => head.subarray(0, 4).equals(Buffer.from('00000100', 'hex')) },
];

/**
 * Names the format of a file by its first 8 kB, never by its name: `null` for text, `unknown` for a binary format that nothing here uses. A
 * file with a NUL byte is binary.
 */
export const binaryFormat = (head) => (head.includes(0) ? (SIGNATURES.find(({ matches }) => matches(head))?.format ?? 'unknown') : null);

function pathProblem({ path, isIgnored }) {
  const dropping = DROPPINGS.find(({ pattern }) => pattern.test(path));
  if (dropping) return { path, why: dropping.what, remedy: dropping.remedy };
  return isIgnored
    ? { path, why: 'tracked although .gitignore excludes it', remedy: 'run `git rm --cached`, or narrow the pattern in .gitignore' }
    : null;
}

function binaryProblem({ path, format }) {
  if (format === null) return null;
  const place = BINARY_FOLDERS.find(({ folder }) => path.startsWith(`${folder}/`));
  const remedy = 'delete it, create it in the test that needs it, or add its folder to scripts/lib/repository-rules.mjs with the reason';
  if (!place) return { path, why: 'a binary file outside the folders for binary files', remedy };
  if (place.formats.includes(format) && path.endsWith(`.${format}`)) return null;
  return {
    path,
    why: `${place.folder} is for ${place.holds}, as ${place.formats.join(' or ')}; the content is ${format}`,
    remedy: 'convert it, rename it after its format, or delete it',
  };
}

function sizeProblem({ path, size }) {
  const { maxBytes = MAX_BYTES } = LARGE_FILES.find((large) => large.path === path) ?? {};
  if (size <= maxBytes) return null;
  return {
    path,
    why: `${size.toLocaleString('en')} bytes; the limit is ${maxBytes.toLocaleString('en')}`,
    remedy: 'shrink or split it, generate it, or add an exception with a reason to scripts/lib/repository-rules.mjs',
  };
}

/**
 * Finds the files that do not belong in the repository. A file is `{ path, size, format, isIgnored }`: path relative to the root with `/`,
 * size in bytes, `format` from `binaryFormat`, `isIgnored` for a tracked file that .gitignore excludes. Answers `{ path, why, remedy }`, at
 * most one path and one size problem a file.
 */
export function repositoryProblems(files) {
  return files.flatMap((file) => [pathProblem(file) ?? binaryProblem(file), sizeProblem(file)].filter((problem) => problem !== null));
}

/**
 * Finds packages and archives among the ignored files: .gitignore keeps them out of commits, but an exported copy of the folder would still
 * carry them.
 */
export const strayPackages = (paths) =>
  paths
    .filter((path) => DROPPINGS.some(({ pattern, what }) => what === PACKAGE.what && pattern.test(path)))
    .map((path) => ({ path, why: PACKAGE.what, remedy: PACKAGE.remedy }));

/** Refuses a lock file that names a registry: an install would then use the registry of whoever wrote the file, not the one configured. */
export function lockFileProblems(path, text) {
  const count = text.match(/"resolved":\s*"https?:/g)?.length ?? 0;
  if (count === 0) return [];
  return [
    {
      path,
      why: `names a registry in ${count} "resolved" ${count === 1 ? 'field' : 'fields'}`,
      remedy: 'remove these fields; .npmrc has omit-lockfile-registry-resolved=true, so run npm in the root folder',
    },
  ];
}

/** Writes a problem as one line: file, why, what to do. */
export const problemLine = ({ path, why, remedy }) => `${path}: ${why}. To fix: ${remedy}.`;
