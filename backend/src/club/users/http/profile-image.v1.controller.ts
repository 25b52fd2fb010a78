import { Controller, Delete, HttpCode, Post, Req } from '@nestjs/common';
import { ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Access, answer, CurrentActor, readForm, type Actor } from '../../../platform/http/index.js';
import { FileLinksService, MAX_UPLOAD_BYTES, UploadLimitsService } from '../../files/index.js';
import { ProfileImagesService } from '../profile-images.service.js';
import { presentImage } from './profile.v1.presenter.js';

const form = { fields: z.object({}), files: { profileImg: { maxBytes: MAX_UPLOAD_BYTES, required: true, label: 'Your picture' } } };

@ApiTags('profile')
@Controller()
export class ProfileImageV1Controller {
  constructor(
    private readonly images: ProfileImagesService,
    private readonly links: FileLinksService,
    private readonly uploads: UploadLimitsService,
  ) {}

  @Post('profileImg')
  @HttpCode(200)
  @Access('session')
  @ApiConsumes('multipart/form-data')
  @ApiOperation({ summary: 'Shows a new profile image in the place of the one before' })
  upload(@CurrentActor() actor: Actor, @Req() request: FastifyRequest) {
    return this.uploads.run(actor.userId, request.ip, async () => {
      const { files } = await readForm(request, form);
      const fileId = await this.images.replace(actor, { field: 'profileImg', buffer: files.profileImg!.buffer });
      return answer(
        'Profile Image Uploaded',
        presentImage(fileId, (id) => this.links.linkFor(id, actor)),
      );
    });
  }

  @Delete('me/image')
  @Access('session')
  @ApiOperation({ summary: 'Takes the profile image away' })
  async remove(@CurrentActor() actor: Actor) {
    await this.images.remove(actor);
    return answer('Profile image removed', { profileImage: null });
  }
}
