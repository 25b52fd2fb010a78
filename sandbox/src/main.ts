import { NotLoopback, startSandbox } from './index.ts';
import type { SandboxOptions } from './index.ts';

/** Ends the process with one line that says what to change. */
function refuse(reason: string): never {
  process.stderr.write(`sandbox exchange: ${reason}\n`);
  process.exit(1);
}

function readOptions(env: NodeJS.ProcessEnv): SandboxOptions {
  const port = env['SANDBOX_PORT'] || '0';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) refuse(`SANDBOX_PORT is not a port: ${port}`);
  return {
    port: Number(port),
    host: env['SANDBOX_HOST'] || '127.0.0.1',
    strict: ['1', 'true'].includes(env['SANDBOX_STRICT'] ?? ''),
    mines: ['1', 'true'].includes(env['SANDBOX_MINES'] ?? ''),
    push: ['1', 'true'].includes(env['SANDBOX_PUSH'] ?? ''),
    ...(env['SANDBOX_SEED'] && { seed: env['SANDBOX_SEED'] }),
    ...(env['SANDBOX_CHAIN_FILE'] && { chainFile: env['SANDBOX_CHAIN_FILE'] }),
    ...(env['SANDBOX_CONTROL_TOKEN'] && { controlToken: env['SANDBOX_CONTROL_TOKEN'] }),
  };
}

if (process.env['NODE_ENV'] === 'production' && process.env['SANDBOX_ALLOW'] !== '1') {
  refuse('invented money does not belong into production; set SANDBOX_ALLOW=1 if you really want it (NODE_ENV=production)');
}

try {
  const sandbox = await startSandbox(readOptions(process.env));
  const end = (): void => void sandbox.close().then(() => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);
  process.once('disconnect', end);
  process.stdout.write(`sandbox exchange on ${sandbox.url}\n`);
  process.send?.({ type: 'ready', port: sandbox.port, url: sandbox.url, controlToken: sandbox.controlToken });
} catch (error) {
  refuse(error instanceof NotLoopback || error instanceof Error ? error.message : String(error));
}
