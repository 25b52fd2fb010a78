import { useState } from 'react';
import { useGetOne } from 'react-admin';
import { Link, useParams } from 'react-router';
import { Comments } from '../../components/comments/comments';
import { Moment } from '../../components/exchange/figures';
import { Button, buttonClass } from '../../components/feedback/button';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import type { CommentCaseWire, CommentReportWire } from '../../lib/wire/types';
import { Allowed, useMay } from '../access/allowed';
import { Fact, Facts } from '../facts';
import { StateBadge } from '../state-badge';
import { Author } from './comment-list';
import { type CommentAct, actWords, reasonWords, stateWords } from './comment-words';
import styles from './comments.module.css';
import { ModerationDialog } from './moderation-dialog';

const columns: readonly Column<CommentReportWire>[] = [
  { id: 'reason', header: 'Reason', cell: (row) => reasonWords[row.reason], phone: 'title' },
  {
    id: 'details',
    header: 'Details',
    cell: (row) => (row.details === null ? <span title="None given">–</span> : <span dir="auto">{row.details}</span>),
    wrap: true,
  },
  {
    id: 'by',
    header: 'By',
    cell: (row) => (row.by === null ? <span title="No display name">–</span> : <span translate="no">{row.by}</span>),
  },
  { id: 'at', header: 'Reported', cell: (row) => <Moment at={row.createdAt} /> },
  { id: 'resolved', header: 'Closed', cell: (row) => (row.resolvedAt === null ? 'Open' : <Moment at={row.resolvedAt} />) },
];

/** One comment: its text, its reports, what the team can do about it, and the comments around it. */
export function CommentPage() {
  const { commentId = '' } = useParams();
  const { data: comment, error, refetch } = useGetOne<CommentCaseWire>('comments', { id: commentId });
  return (
    <Screen
      title="Comment"
      actions={
        <Link to={consolePaths.comments} className={buttonClass()}>
          All comments
        </Link>
      }
    >
      {error && !comment ? (
        <Card>
          <ErrorState title="The comment could not be loaded" error={error} onRetry={() => void refetch()} />
        </Card>
      ) : comment ? (
        <Case comment={comment} />
      ) : (
        <Card busy>
          <Skeleton height={320} />
        </Card>
      )}
    </Screen>
  );
}

function Case({ comment }: { comment: CommentCaseWire }) {
  const may = useMay();
  const { text, on, subject } = comment;
  return (
    <Grid>
      <Card title="Text" aside={<StateBadge of={stateWords[comment.state]} />} span={6}>
        <div className={styles.stack}>
          {text === null ? (
            <p>The text is deleted.</p>
          ) : (
            <p className={styles.text} dir="auto">
              {text}
            </p>
          )}
          <Acts comment={comment} acts={comment.may} />
        </div>
      </Card>
      <Card title="About" span={6}>
        <div className={styles.stack}>
          <About comment={comment} />
          <Acts comment={comment} acts={authorActs(comment)} />
        </div>
      </Card>
      <Card title="Reports" span={12} flush>
        <DataTable
          caption="Reports"
          columns={columns}
          rows={comment.reports}
          rowKey={({ id }) => id}
          cardsBelow={900}
          empty={{ title: 'No reports', text: 'Nobody has reported this comment.' }}
        />
      </Card>
      {comment.subjectTitle !== null && (on === 'analysis' || may('signals.read')) && <Comments on={on} subject={subject} span={12} />}
    </Grid>
  );
}

function About({ comment }: { comment: CommentCaseWire }) {
  const { author, on, subjectTitle, isReply, createdAt, editedAt, reason } = comment;
  return (
    <Facts>
      <Fact
        name="Author"
        value={
          author ? (
            <Link to={consolePaths.user(author.userId)}>
              <Author comment={comment} />
            </Link>
          ) : (
            'Deleted member'
          )
        }
      />
      <Fact name={on === 'analysis' ? 'On the analysis' : 'On the signal'} value={subjectTitle && <span dir="auto">{subjectTitle}</span>} />
      <Fact name="Kind" value={isReply ? 'Reply' : 'Comment'} />
      <Fact name="Written" value={<Moment at={createdAt} />} />
      {editedAt !== null && <Fact name="Edited" value={<Moment at={editedAt} />} />}
      {reason !== null && <Fact name="Reason of the decision" value={reason} />}
      {author?.isTeam && <Fact name="Team" value="Yes" />}
      {author?.mutedUntil != null && <Fact name="Muted until" value={<Moment at={author.mutedUntil} />} />}
      {author?.mutedReason != null && <Fact name="Reason of the mute" value={author.mutedReason} />}
      {author?.bannedAt != null && <Fact name="Banned" value={<Moment at={author.bannedAt} />} />}
      {author?.bannedReason != null && <Fact name="Reason of the ban" value={author.bannedReason} />}
    </Facts>
  );
}

/** The team and deleted members cannot be muted or banned. */
function authorActs({ author }: CommentCaseWire): CommentAct[] {
  if (author === null || author.isTeam) return [];
  const isRestricted = author.mutedUntil !== null || author.bannedAt !== null;
  return [...(author.bannedAt === null ? (['mute', 'ban'] as const) : []), ...(isRestricted ? (['readmit'] as const) : [])];
}

function Acts({ comment, acts }: { comment: CommentCaseWire; acts: readonly CommentAct[] }) {
  const [asked, setAsked] = useState<CommentAct | null>(null);
  if (acts.length === 0) return null;
  return (
    <Allowed to="comments.moderate">
      <div className={styles.buttons}>
        {acts.map((act) => (
          <Button key={act} look={actWords[act].look === 'danger' ? 'danger' : 'secondary'} onClick={() => setAsked(act)}>
            {actWords[act].action}
          </Button>
        ))}
      </div>
      {asked && <ModerationDialog commentId={comment.id} act={asked} onClose={() => setAsked(null)} />}
    </Allowed>
  );
}
