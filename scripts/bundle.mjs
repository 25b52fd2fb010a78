// Bundles the built back end: the last step of `npm run build` before the web app.
import { onPinnedNode } from './lib/node24.mjs';

await onPinnedNode();
const { bundle } = await import('./lib/bundle.mjs');
await bundle();
