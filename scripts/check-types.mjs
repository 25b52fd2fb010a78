// `npm run types`: every project by the native compiler, which checks in half the time. Builds and tools need the other's programming
// interface, and both packages call their command `tsc`: hence the path.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './lib/root.mjs';

const compiler = join(root, 'node_modules/typescript-7/bin/tsc');
const projects = ['tsconfig.json', 'frontend', 'frontend/service-worker', 'sandbox'];
const failed = projects.filter(
  (project) => spawnSync(process.execPath, [compiler, '-p', project, '--noEmit'], { cwd: root, stdio: 'inherit' }).status !== 0,
);
process.exit(failed.length === 0 ? 0 : 1);
