import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Access, idParam } from '../../../platform/http/index.js';
import { FileViewerService, type OpenedFile } from '../file-viewer.service.js';

/**
 * Malformed links get the answer of a wrong link, not of bad input. `preload`: the console loads a picture before anybody looks at it,
 * which the record of the view says.
 */
const linkQuery = z.object({
  exp: z.string().catch(''),
  kid: z.string().catch(''),
  sig: z.string().max(200).catch(''),
  preload: z
    .literal('1')
    .optional()
    .catch(undefined)
    .transform((value) => value !== undefined),
});

const MAX_PAGE = 1000;
const pageNumber = z.coerce.number().int().min(1).max(MAX_PAGE);

const extensions = { 'image/jpeg': 'jpg', 'image/webp': 'webp', 'application/pdf': 'pdf' } as const;

/** Prevents members' files from being executed, framed, cached or embedded by another site (security T8). */
export function fileHeaders({ purpose, mime }: Omit<OpenedFile, 'content'>): Record<string, string> {
  const disposition = mime === 'application/pdf' ? 'attachment' : 'inline';
  return {
    'content-type': mime,
    'content-disposition': `${disposition}; filename="${purpose}.${extensions[mime]}"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}

@ApiTags('files')
@Controller('files')
export class FilesController {
  constructor(private readonly viewer: FileViewerService) {}

  @Get(':id')
  @Access('public')
  @ApiOperation({ summary: 'A file by its signed link. Links live five minutes and as long as the session they were made for' })
  async view(
    @Param('id', { schema: idParam('file') }) id: string,
    @Query({ schema: linkQuery }) { preload, ...link }: z.output<typeof linkQuery>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { content, ...file } = await this.viewer.open(id, link, { preload });
    await reply.headers(fileHeaders(file)).send(content);
  }

  @Get(':id/pages/:page')
  @Access('public')
  @ApiOperation({ summary: 'A page of a PDF as a picture, by the signed link of the file; Tidemark-Pages says how many there are' })
  async page(
    @Param('id', { schema: idParam('file') }) id: string,
    @Param('page', { schema: pageNumber }) page: number,
    @Query({ schema: linkQuery }) { preload, ...link }: z.output<typeof linkQuery>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { bytes, pages, purpose } = await this.viewer.openPage(id, link, page, { preload });
    await reply.headers({ ...fileHeaders({ purpose, mime: 'image/webp' }), 'tidemark-pages': String(pages) }).send(bytes);
  }
}
