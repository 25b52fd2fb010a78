// A process that accepts work before its start is complete. It completes its start when its parent sends a message.
import { once } from 'node:events';

const { boot, runUntilStopped } = await import(new URL('../../../../dist/backend/src/boot.js', import.meta.url).href);

await boot(() =>
  runUntilStopped(
    async () => {
      process.send({ type: 'accepts' });
      await once(process, 'message');
    },
    async () => void process.send({ type: 'closed' }),
  ),
);
