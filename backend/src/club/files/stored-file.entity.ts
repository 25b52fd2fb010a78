import { randomUUID } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import { newStorageKey } from '../../platform/storage/index.js';

export const filePurposes = ['id-card', 'proof-of-address', 'profile-image', 'payment-proof'] as const;
export type FilePurpose = (typeof filePurposes)[number];

export const fileTypes = ['image/jpeg', 'image/webp', 'application/pdf'] as const;
/** What we keep: images are re-encoded to one of the two, a PDF stays as it is. */
export type FileType = (typeof fileTypes)[number];

const StoredFileSchema = defineEntity({
  name: 'StoredFile',
  tableName: 'files',
  properties: {
    /** A random UUID: it stands in addresses. */
    id: p.uuid().primary(),
    /** The member it belongs to. No relation: `users` shows profile images and so depends on this module. */
    userId: p.uuid().index(),
    purpose: p.enum(filePurposes),
    mime: p.enum(fileTypes),
    /** Of the plaintext. */
    byteSize: p.integer(),
    storageKey: p.string().length(32).unique(),
    /** Of the ring's key that wraps the file's own; null: not written down when it was sealed. */
    keyId: p.string().length(32).nullable(),
    /** Of the plaintext. */
    sha256: p.blob(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export interface NewStoredFile {
  userId: string;
  purpose: FilePurpose;
  mime: FileType;
  byteSize: number;
  sha256: Buffer;
}

/** What is known of an upload; its bytes are in the file store, sealed for this row and this member. */
export class StoredFile extends StoredFileSchema.class {
  constructor(fields: NewStoredFile) {
    super();
    this.id = randomUUID();
    this.storageKey = newStorageKey();
    Object.assign(this, fields);
  }
}
StoredFileSchema.setClass(StoredFile);
export { StoredFileSchema };
