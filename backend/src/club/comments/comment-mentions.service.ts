import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { CommentMentionRepository } from './comment-mention.repository.js';
import { readSubject } from './comment-subject.query.js';
import type { CommentSubject, Mention } from './comment.types.js';
import { tooLong, tooManyMentions } from './comments.errors.js';
import { MAX_COMMENT, MAX_MENTIONS } from './community.settings.js';
import { nameKey } from './display-name.rules.js';
import { possibleNames, withMentions } from './mention.rules.js';

/** Finds out whom a comment mentions: members with a display name who may read its page. Any other `@name` is plain text. */
@Injectable()
export class CommentMentions {
  constructor(private readonly mentions: CommentMentionRepository) {}

  /** Throws InvalidInput for more than ten members, and where the names as their members write them make the text too long. */
  async find(tx: EntityManager, subject: CommentSubject, typed: string): Promise<{ text: string; mentions: Mention[] }> {
    const keys = [...new Set(possibleNames(typed).map(nameKey))];
    const named = await this.mentions.findNamed(tx, keys);
    const read = named.length > 0 ? await readSubject(tx, subject) : null;
    const found = withMentions(
      typed,
      named.filter((member) => read?.mayRead(member)),
    );
    if (new Set(found.mentions.map(({ userId }) => userId)).size > MAX_MENTIONS) throw tooManyMentions();
    if (Array.from(found.text).length > MAX_COMMENT) throw tooLong();
    return found;
  }
}
