import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** Every file at or below a path of the project, as paths from its root, in the same order everywhere; none where there is nothing. */
export function filesBelow(path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat ? [path] : [];
  return readdirSync(join(root, path))
    .toSorted()
    .flatMap((name) => filesBelow(`${path}/${name}`));
}
