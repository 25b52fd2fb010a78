import { Module } from '@nestjs/common';
import { FileLinks } from './file-links.service.js';
import { FilesService } from './files.service.js';
import { StoredFileRepository } from './stored-file.repository.js';
import { UploadLimits } from './upload-limits.service.js';

@Module({
  providers: [FilesService, FileLinks, StoredFileRepository, UploadLimits],
  exports: [FilesService, FileLinks, StoredFileRepository, UploadLimits],
})
export class FilesModule {}
