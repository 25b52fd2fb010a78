import 'reflect-metadata';
import { createApi } from './api.js';
import { announce, boot, listenError, settings } from './boot.js';
import { collectProcessMetrics } from './common/observability/metrics.js';

await boot(async () => {
  const config = await settings();
  collectProcessMetrics();
  const app = await createApi(config);
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    throw listenError(error, config);
  }
  announce(() => app.close());
});
