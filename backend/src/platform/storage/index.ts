export { FileStore, newStorageKey, ObjectMissing, StorageUnavailable, type StoredObject } from './file-store.port.js';
export { LocalFileStore } from './local-file-store.adapter.js';
export { StorageModule } from './storage.module.js';
