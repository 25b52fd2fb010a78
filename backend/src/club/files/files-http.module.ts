import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { FileViewer } from './file-viewer.js';
import { FilesModule } from './files.module.js';
import { FilesController } from './http/files.controller.js';

/** Needs a SessionLiveness, which the authentication module provides to the whole API process. */
@Module({ imports: [FilesModule, AuditModule], providers: [FileViewer], controllers: [FilesController] })
export class FilesHttpModule {}
