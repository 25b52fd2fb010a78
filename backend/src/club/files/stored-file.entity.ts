import { randomUUID } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import type { SealContext } from '../../platform/crypto/index.js';
import { newStorageKey } from '../../platform/storage/index.js';

export const filePurposes = ['id-card', 'proof-of-address', 'profile-image', 'payment-proof'] as const;
export type FilePurpose = (typeof filePurposes)[number];

export const fileTypes = ['image/jpeg', 'image/webp', 'application/pdf'] as const;
/** Stored types: images are re-encoded to one of the two, a PDF is stored as uploaded. */
export type FileType = (typeof fileTypes)[number];

const StoredFileSchema = defineEntity({
  name: 'StoredFile',
  tableName: 'files',
  properties: {
    /** A random UUID, because URLs contain it. */
    id: p.uuid().primary(),
    /** The owner. Not a relation: `users` depends on this module for profile images. */
    userId: p.uuid().index(),
    purpose: p.enum(filePurposes),
    mime: p.enum(fileTypes),
    /** Of the plaintext. */
    byteSize: p.integer(),
    storageKey: p.string().length(32).unique(),
    /** The key of the ring that wraps the file's data key; null: not recorded when it was sealed. */
    keyId: p.string().length(32).nullable(),
    /** Of the plaintext. */
    sha256: p.blob(),
    /** Recognises a proof that was sent before (picture-hash.rules.ts); null: other files, and pictures with too little in them. */
    pictureHash: p.blob().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export interface NewStoredFile {
  userId: string;
  purpose: FilePurpose;
  mime: FileType;
  byteSize: number;
  sha256: Buffer;
  pictureHash?: Buffer | null;
}

/** An uploaded file. Its bytes are in the file store, sealed for this row and this member. */
export class StoredFile extends StoredFileSchema.class {
  constructor(fields: NewStoredFile) {
    super();
    this.id = randomUUID();
    this.storageKey = newStorageKey();
    Object.assign(this, { pictureHash: null, ...fields });
  }
}
StoredFileSchema.setClass(StoredFile);
export { StoredFileSchema };

/** Returns the seal context of a file's content: its row and its owner. */
export function fileSealContext({ id, userId }: Pick<StoredFile, 'id' | 'userId'>): SealContext {
  return { table: 'files', rowId: id, userId, field: 'content' };
}
