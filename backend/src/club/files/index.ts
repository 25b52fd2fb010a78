export { FileLinkRefused, FileLinksService, type FileLinkQuery } from './file-links.service.js';
export { FilesHttpModule } from './files-http.module.js';
export { FilesJobsModule } from './files-jobs.module.js';
export { FilesModule } from './files.module.js';
export { FilesService } from './files.service.js';
export { fileSealContext, StoredFile, StoredFileSchema, type FilePurpose, type FileType } from './stored-file.entity.js';
export { MAX_UPLOAD_BYTES, type PreparedFile, type Upload } from './uploads.js';
export { StoredFileRepository } from './stored-file.repository.js';
export { UploadLimitsService } from './upload-limits.service.js';
