// Runs before `npm start` and `npm test`, on whatever Node from 20 on the machine has and before anything is installed: no dependencies
// here.
import { Failure } from './lib/failure.mjs';
import { watchParent } from './lib/parent-watch.mjs';
import { prepareBuild, prepareInstall } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';

const OLDEST = 20;

function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

if (Number(process.versions.node.split('.')[0]) < OLDEST)
  fail(`Node ${process.versions.node} is too old: version ${OLDEST} or newer is needed`);
watchParent(() => process.exit(1));
// What is being run ends with this process.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => process.exit(1));

try {
  await prepareInstall();
  if (process.argv.includes('--build')) await prepareBuild();
  if (process.argv.includes('--build-backend')) await prepareBuild('back end');
} catch (error) {
  if (error instanceof Failure) fail(error.message);
  if (['EACCES', 'EPERM', 'EROFS'].includes(error.code))
    fail(`This user cannot write to ${root}: install and build as its owner (${error.message})`);
  throw error;
}
process.exit(0);
