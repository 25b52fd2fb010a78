import { rmSync } from 'node:fs';

export default function tearDown() {
  if (globalThis.tidemarkE2eFolder) rmSync(globalThis.tidemarkE2eFolder, { recursive: true, force: true });
  globalThis.tidemarkE2eFolder = undefined;
}
