import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';

/** `/api/docs` and `/api/docs-json`; the document is made when somebody first asks for it. */
export function setUpApiDocs(app: NestFastifyApplication): void {
  const outline = new DocumentBuilder()
    .setTitle('Tidemark')
    .setDescription('The API of the Tidemark membership platform')
    .setVersion('1')
    .addBearerAuth()
    .build();
  SwaggerModule.setup('api/docs', app, () => SwaggerModule.createDocument(app, outline), { jsonDocumentUrl: 'api/docs-json' });
  const page =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onSend', async (request, reply) => {
      if (request.url.startsWith('/api/docs')) void reply.header('content-security-policy', page);
    });
}
