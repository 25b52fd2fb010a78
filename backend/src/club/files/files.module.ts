import { Module } from '@nestjs/common';
import { FileLinksService } from './file-links.service.js';
import { FilesService } from './files.service.js';
import { StoredFileRepository } from './stored-file.repository.js';
import { UploadLimitsService } from './upload-limits.service.js';

@Module({
  providers: [FilesService, FileLinksService, StoredFileRepository, UploadLimitsService],
  exports: [FilesService, FileLinksService, StoredFileRepository, UploadLimitsService],
})
export class FilesModule {}
