import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { FileViewerService } from './file-viewer.service.js';
import { FilesModule } from './files.module.js';
import { FilesController } from './http/files.controller.js';

/** Needs a SessionLiveness, which the authentication module provides to the whole API process. */
@Module({ imports: [FilesModule, AuditModule], providers: [FileViewerService], controllers: [FilesController] })
export class FilesHttpModule {}
