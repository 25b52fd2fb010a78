import { t } from '../../lib/i18n/texts';
import type { CommentWire } from '../../lib/wire/types';
import { piecesOf } from './mention-text';
import styles from './comments.module.css';

/** The plain text of a comment, with the members whom it mentions marked. */
export function CommentText({ text, mentions }: { text: string; mentions: CommentWire['mentions'] }) {
  return (
    <p className={styles.text} dir="auto">
      {piecesOf(text, mentions).map((piece) =>
        typeof piece === 'string' ? (
          piece
        ) : (
          <b key={piece.key} className={piece.mention.isYou ? styles.mentionOfYou : styles.mention}>
            @{piece.mention.name === null ? t('comments.deletedMember') : <bdi translate="no">{piece.mention.name}</bdi>}
          </b>
        ),
      )}
    </p>
  );
}
