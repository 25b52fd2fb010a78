import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { AppConfig } from '../config/index.js';
import { FileStore } from './file-store.port.js';
import { LocalFileStore } from './local-file-store.adapter.js';
import { parseS3Url } from '../config/index.js';

@Global()
@Module({
  providers: [
    {
      provide: FileStore,
      inject: [AppConfig],
      useFactory: async ({ s3Url, dataDir }: AppConfig): Promise<FileStore> => {
        if (!s3Url) return new LocalFileStore(join(dataDir, 'files'));
        const { S3FileStore } = await import('./s3-file-store.adapter.js'); // the client is large: loaded only where a bucket is configured
        return new S3FileStore(parseS3Url(s3Url));
      },
    },
  ],
  exports: [FileStore],
})
export class StorageModule {}
