import { DomainError } from '../../platform/domain/index.js';

/** The member is asked for no document, or no longer (409). */
export class NoDocumentAsked extends DomainError {
  constructor() {
    super('conflict', 'kyc.no-document-asked', 'We are not waiting for a document from you');
  }
}
