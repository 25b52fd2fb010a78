// A process whose launcher goes away before it handles stop signals. Serves until it is closed.
import { once } from 'node:events';
import { createServer } from 'node:net';

const { boot, runUntilStopped } = await import(new URL('../../../../dist/backend/src/boot.js', import.meta.url).href);

if (process.connected) await once(process, 'disconnect');
const server = createServer();
await boot(() =>
  runUntilStopped(
    async () => void server.listen(0, '127.0.0.1'),
    async () => void server.close(),
  ),
);
