import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

function executable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false; // not there, or not for us
  }
}

function find(names) {
  for (const name of names.filter(Boolean)) {
    const candidates = isAbsolute(name) ? [name] : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
    const found = candidates.find(executable);
    if (found) return found;
  }
  return undefined;
}

const DESKTOP = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Programs that some suites need: the variable that gives their path to the tests, what to call them, and where they are on this machine.
 * The headless shell uses half the processor time of the desktop browser; it has no PDF viewer.
 */
export function testTools() {
  const named = process.env.CHROMIUM_PATH;
  return [
    { variable: 'TEST_CHROMIUM', tool: 'Chromium', found: find([named, 'chromium-headless-shell', ...DESKTOP]) },
    { variable: 'TEST_DESKTOP_BROWSER', tool: 'Chromium with a PDF viewer', found: find([named, ...DESKTOP]) },
    { variable: 'TEST_REDIS_SERVER', tool: 'redis-server', found: find(['redis-server']) },
    { variable: 'TEST_PROMTOOL', tool: 'promtool of Prometheus', found: find(['promtool']) },
  ];
}
