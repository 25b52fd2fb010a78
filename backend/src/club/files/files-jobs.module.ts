import { Module } from '@nestjs/common';
import { FileSweepHandler } from './file-sweep.handler.js';
import { FilesModule } from './files.module.js';

@Module({ imports: [FilesModule], providers: [FileSweepHandler] })
export class FilesJobsModule {}
