import { Module } from '@nestjs/common';
import { DocumentHashesService } from './document-hashes.service.js';
import { FileContentsService } from './file-contents.service.js';
import { FileLinksService } from './file-links.service.js';
import { FilesService } from './files.service.js';
import { PdfPagesService } from './pdf-pages.service.js';
import { PicturesService } from './pictures.service.js';
import { StoredFileRepository } from './stored-file.repository.js';
import { UploadLimitsService } from './upload-limits.service.js';

const services = [
  FilesService,
  FileLinksService,
  FileContentsService,
  DocumentHashesService,
  PdfPagesService,
  PicturesService,
  StoredFileRepository,
  UploadLimitsService,
];

@Module({ providers: services, exports: services })
export class FilesModule {}
