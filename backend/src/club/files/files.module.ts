import { Module } from '@nestjs/common';
import { FileLinks } from './file-links.js';
import { FilesService } from './files.service.js';
import { UploadLimits } from './upload-limits.js';
import { UploadSlots } from './upload-slots.js';

@Module({ providers: [FilesService, FileLinks, UploadSlots, UploadLimits], exports: [FilesService, FileLinks, UploadSlots, UploadLimits] })
export class FilesModule {}
