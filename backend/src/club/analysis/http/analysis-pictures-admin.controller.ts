import { Controller, Get, Post, Query, Req } from '@nestjs/common';
import { ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isUuid } from '../../../platform/domain/index.js';
import { Access, answer, CurrentActor, readForm, type Actor } from '../../../platform/http/index.js';
import type { AnalysisPictureWire, Answer } from '../../../platform/wire/index.js';
import { MAX_UPLOAD_BYTES, UploadLimitsService } from '../../files/index.js';
import { AnalysisPictures } from '../analysis-pictures.service.js';
import { MAX_PICTURES } from '../markdown-check.rules.js';

const form = { fields: z.object({}), files: { picture: { maxBytes: MAX_UPLOAD_BYTES, required: true, label: 'A picture' } } };

const IDS = `ids must be 1 to ${MAX_PICTURES} ids of pictures between commas`;
const picturesQuery = z.object({
  ids: z
    .string(IDS)
    .transform((text) => text.split(','))
    .refine((ids) => ids.length <= MAX_PICTURES && ids.every(isUuid), IDS),
});

/** Pictures of analyses in the console. */
@ApiTags('admin')
@Controller('admin/analysis/pictures')
export class AnalysisPicturesAdminController {
  constructor(
    private readonly pictures: AnalysisPictures,
    private readonly uploads: UploadLimitsService,
  ) {}

  @Get()
  @Access('analysis.read')
  @ApiOperation({ summary: 'Size and link of each picture that exists; links live five minutes' })
  async list(
    @CurrentActor() actor: Actor,
    @Query({ schema: picturesQuery }) { ids }: z.output<typeof picturesQuery>,
  ): Promise<Answer<AnalysisPictureWire[]>> {
    return answer('Pictures', await this.pictures.link(ids, actor));
  }

  @Post()
  @Access('analysis.publish')
  @ApiConsumes('multipart/form-data')
  @ApiOperation({ summary: 'Uploads a picture, which a text then names as picture:<id>. Unused ones are deleted after a day' })
  upload(@CurrentActor() actor: Actor, @Req() request: FastifyRequest): Promise<Answer<AnalysisPictureWire>> {
    return this.uploads.run(actor.userId, request.ip, async () => {
      const { files } = await readForm(request, form);
      return answer('Picture uploaded', await this.pictures.upload(actor, 'picture', files.picture!.buffer));
    });
  }
}
