import { Module } from '@nestjs/common';
import { FileSweep } from './file-sweep.job.js';

@Module({ providers: [FileSweep] })
export class FilesJobsModule {}
