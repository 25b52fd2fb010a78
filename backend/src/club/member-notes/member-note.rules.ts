import { permits } from '../../platform/domain/index.js';
import type { Actor } from '../../platform/http/index.js';

/** Returns whether the actor may delete a note: their own, or any with `team.manage`. */
export function mayDeleteNote(note: { authorId: string | null }, actor: Pick<Actor, 'userId' | 'teamRole'>): boolean {
  return note.authorId === actor.userId || permits(actor.teamRole, 'team.manage');
}
