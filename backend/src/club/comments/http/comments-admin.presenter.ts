import type { CommentReportWire, ModeratedCommentWire } from '../../../platform/wire/index.js';
import type { CommentReport, ModeratedComment } from '../comment-moderation.repository.js';
import { moderationsOf } from '../comment-moderation.rules.js';

/** A record of `comments`. */
export function presentModerated({ author, createdAt, editedAt, reportedAt, subject, ...same }: ModeratedComment): ModeratedCommentWire {
  return {
    ...same,
    createdAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
    reportedAt: reportedAt?.toISOString() ?? null,
    on: subject.kind,
    subject: subject.key,
    subjectTitle: subject.title,
    author: author && {
      ...author,
      mutedUntil: author.mutedUntil?.toISOString() ?? null,
      bannedAt: author.bannedAt?.toISOString() ?? null,
    },
    may: moderationsOf(same.state, same.openReports > 0),
  };
}

export const presentReport = ({ createdAt, resolvedAt, ...same }: CommentReport): CommentReportWire => ({
  ...same,
  createdAt: createdAt.toISOString(),
  resolvedAt: resolvedAt?.toISOString() ?? null,
});
