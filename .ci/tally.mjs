// Reads jest's own results, names what failed, and ends the log with "N passed, N failed": of a long log only the end may be kept. A suite that could not even start counts as one failure, and so does a missing report.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** CI shows the last two thousand characters of a log. */
const LINES_OF_WHY = 12;
const LINE = 700;

function count(file) {
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = JSON.parse(readFileSync(file, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites, reds: testResults.flatMap(redsOf) };
  } catch (error) {
    return { passed: 0, failed: 1, reds: [`jest left no results: ${error.message}`] };
  }
}

/** Failed tests of a suite with the first lines of why, or the suite itself where it could not start. */
function redsOf({ name, status, message, assertionResults }) {
  const suite = relative(process.cwd(), name);
  const failed = assertionResults.filter((each) => each.status === 'failed');
  if (failed.length > 0) return failed.map(({ fullName, failureMessages }) => `${suite}: ${fullName}\n${shortened(failureMessages[0])}`);
  return status === 'failed' ? [`${suite} could not run\n${shortened(message)}`] : [];
}

const shortened = (text = '') =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at .*(node_modules|node:)/.test(line))
    .slice(0, LINES_OF_WHY)
    .map((line) => `    ${line.slice(0, LINE)}`)
    .join('\n');

const counts = process.argv.slice(2).map(count);
const passed = counts.reduce((sum, each) => sum + each.passed, 0);
const failed = counts.reduce((sum, each) => sum + each.failed, 0);
for (const red of counts.flatMap(({ reds }) => reds)) process.stdout.write(`FAILED ${red}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
