export { FileStore, newStorageKey, ObjectMissing, StorageUnavailable, type StoredObject } from './file-store.js';
export { LocalFileStore } from './local-file-store.js';
export { StorageModule } from './storage.module.js';
