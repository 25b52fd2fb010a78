// Reads jest's own results and ends the log with "N passed, N failed". A suite that could not even start counts as one failure, and so does a missing report.
import { readFileSync } from 'node:fs';

function count(file) {
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(file, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
  } catch (error) {
    process.stdout.write(`jest left no results: ${error.message}\n`);
    return { passed: 0, failed: 1 };
  }
}

const counts = process.argv.slice(2).map(count);
const passed = counts.reduce((sum, each) => sum + each.passed, 0);
const failed = counts.reduce((sum, each) => sum + each.failed, 0);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
