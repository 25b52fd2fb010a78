import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import { MikroORM } from '@mikro-orm/core';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { ApiModule } from './api.module.js';
import {
  registerRequestContext,
  httpParseErrorHandlers,
  multipartLimits,
  schemaPipe,
  sendSafeHeaders,
  registerHttpHooks,
  traceRequests,
} from './platform/http/index.js';
import { LiveWsAdapter } from './messaging/live/live-ws.adapter.js';
import { countRequests } from './platform/observability/http.metrics.js';
import { createLogger, NestPinoLogger } from './platform/observability/logger.js';
import { tracing } from './platform/observability/tracing.js';
import type { AppConfig } from './platform/config/index.js';
import { endConnections, ShutdownStateStore } from './operations/health/index.js';
import { setUpApiDocs } from './platform/web/api-docs.js';
import { AnalysisDocuments } from './club/analysis/http/analysis-documents.service.js';
import { PublishedPages } from './club/site-content/index.js';
import { publicConfig } from './trading/venues/index.js';
import { serveWebApp } from './platform/web/web-app.server.js';
import { webAppDirectory } from './web-app-directory.js';

const BODY_LIMIT = 256 * 1024;
const REQUEST_TIMEOUT_MS = 60_000;
/** Start timeout of each Fastify plugin: on a busy machine opening a folder may take longer than the default of ten seconds. */
const START_TIMEOUT_MS = 120_000;

/** Creates the API with the web app, ready to listen; tests use it unchanged. */
export async function createApi(config: AppConfig): Promise<NestFastifyApplication> {
  const pino = createLogger('api', config.logLevel);
  const adapter = new FastifyAdapter({
    // Proxies that may name the client. WebSockets use the same list (live-hub.ts).
    trustProxy: [...config.trustedProxies],
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    pluginTimeout: START_TIMEOUT_MS,
    // Requests in flight at shutdown are answered; the listener is closed by then.
    return503OnClosing: false,
    // A HEAD would run the handlers of the specification's state-changing GETs.
    exposeHeadRoutes: false,
    genReqId: () => randomUUID(),
    ...httpParseErrorHandlers,
    routerOptions: { maxParamLength: 200 },
  });
  const app = await NestFactory.create<NestFastifyApplication>(ApiModule.forRoot(config), adapter, {
    logger: new NestPinoLogger(pino),
    abortOnError: false,
    bodyParser: false,
  });
  const fastify = adapter.getInstance();
  const traces = tracing();
  if (traces) traceRequests(fastify, traces);
  registerRequestContext(fastify, app.get(MikroORM).em);
  sendSafeHeaders(fastify, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: config.publicUrl.startsWith('https:') ? { maxAge: 365 * 24 * 3600, includeSubDomains: true } : false,
  });
  await app.register(multipart, { limits: multipartLimits });
  countRequests(fastify, pino);
  registerHttpHooks(fastify);
  endConnections(fastify, app.get(ShutdownStateStore, { strict: false }));
  app.setGlobalPrefix('api/v1', { exclude: ['health/{*rest}', 'metrics', 'dev/{*rest}'] });
  app.useGlobalPipes(schemaPipe());
  app.useWebSocketAdapter(new LiveWsAdapter(app));
  setUpApiDocs(app, { onlyAdmins: config.production });
  await serveWebApp(
    fastify,
    webAppDirectory(config),
    { publicUrl: config.publicUrl, publicConfig: publicConfig(config), serviceWorker: config.serviceWorker },
    {
      newsOrigin: config.newsWidgetUrl === null ? null : new URL(config.newsWidgetUrl).origin,
      published: app.get(PublishedPages, { strict: false }),
      documents: { path: '/analysis', source: app.get(AnalysisDocuments, { strict: false }) },
    },
  );
  return app;
}
