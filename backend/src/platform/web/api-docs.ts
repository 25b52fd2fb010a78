import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { permits } from '../domain/index.js';
import { SessionReader, tokenOf } from '../http/index.js';

const PATH = '/api/docs';
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'";
const REFUSALS = { 401: 'Please sign in', 403: 'You are not allowed to do this' };

/**
 * Serves `/api/docs` and `/api/docs-json`, built at the first request. `onlyAdmins`: requires a session with `system.read`, since
 * the document lists every route of the console.
 */
export function setUpApiDocs(app: NestFastifyApplication, { onlyAdmins }: { onlyAdmins: boolean }): void {
  const outline = new DocumentBuilder()
    .setTitle('Tidemark')
    .setDescription('The API of the Tidemark membership platform')
    .setVersion('1')
    .addBearerAuth()
    .build();
  const fastify = app.getHttpAdapter().getInstance();
  const sessions = app.get(SessionReader, { strict: false });
  if (onlyAdmins)
    fastify.addHook('onRequest', async (request, reply) => {
      // Compares the route, not the path, which has many spellings.
      if (!request.routeOptions.url?.startsWith(PATH)) return;
      const statusCode = await docsRefusal(sessions, request.headers.authorization);
      if (statusCode !== null)
        await reply.status(statusCode).header('cache-control', 'no-store').send({ statusCode, message: REFUSALS[statusCode] });
    });
  SwaggerModule.setup('api/docs', app, () => SwaggerModule.createDocument(app, outline), { jsonDocumentUrl: 'api/docs-json' });
  fastify.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith(PATH)) void reply.header('content-security-policy', PAGE_POLICY);
  });
}

async function docsRefusal(sessions: SessionReader, authorization: string | undefined): Promise<401 | 403 | null> {
  const token = tokenOf(authorization);
  const actor = token === null ? null : await sessions.read(token);
  if (!actor) return 401;
  return permits(actor.teamRole, 'system.read') && actor.scope === 'full' ? null : 403;
}
