import { Module } from '@nestjs/common';
import { FileLinks } from './file-links.js';
import { FilesService } from './files.service.js';
import { UploadSlots } from './upload-slots.js';

@Module({ providers: [FilesService, FileLinks, UploadSlots], exports: [FilesService, FileLinks, UploadSlots] })
export class FilesModule {}
