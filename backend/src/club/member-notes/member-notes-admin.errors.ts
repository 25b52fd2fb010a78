import { DomainError } from '../../platform/domain/index.js';

export class NotYourNote extends DomainError {
  constructor() {
    super('forbidden', 'note.not-yours', 'Only its author, an owner or an admin can delete a note');
  }
}
