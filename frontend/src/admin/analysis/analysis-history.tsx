import { useState } from 'react';
import { Moment } from '../../components/exchange/figures';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { MarkdownText } from '../../components/markdown/markdown-text';
import { Card } from '../../components/layout/screen';
import type { Column } from '../../components/table/data-table';
import type { AnalysisRecordWire, AnalysisRevisionWire } from '../../lib/wire/types';
import { useConsoleMedia } from './console-media';
import { ResourceList } from '../list/resource-list';

const EMPTY = { title: 'No earlier versions', text: 'Each change of the published text keeps the version before.' };

/** The texts that an analysis had while it was published, the newest first. */
export function AnalysisHistory({ post: { id, revision } }: { post: AnalysisRecordWire }) {
  const [open, setOpen] = useState<AnalysisRevisionWire | null>(null);
  const columns: readonly Column<AnalysisRevisionWire>[] = [
    { id: 'revision', header: 'Version', cell: (row) => row.revision, phone: 'title' },
    { id: 'title', header: 'Title', cell: (row) => <span dir="auto">{row.content.title}</span>, wrap: true, phone: 'title' },
    { id: 'at', header: 'Replaced', cell: (row) => <Moment at={row.replacedAt} /> },
    { id: 'by', header: 'By', cell: (row) => row.replacedBy ?? <span title="Deleted account">–</span>, wrap: true },
    {
      id: 'text',
      header: 'Text',
      cell: (row) => (
        <Button size="small" aria-label={`Read version ${row.revision}`} onClick={() => setOpen(row)}>
          Read
        </Button>
      ),
    },
  ];
  return (
    <Card title="Earlier versions" span={12} flush>
      <ResourceList<AnalysisRevisionWire>
        key={revision}
        resource={`analysis/${encodeURIComponent(id)}/revisions`}
        storeKey="analysis.revisions"
        caption="Earlier versions"
        columns={columns}
        empty={EMPTY}
      />
      {open && (
        <Dialog
          title={`Version ${open.revision}: ${open.content.title}`}
          onClose={() => setOpen(null)}
          actions={<Button onClick={() => setOpen(null)}>Close</Button>}
        >
          <VersionText content={open.content} />
        </Dialog>
      )}
    </Card>
  );
}

function VersionText({ content: { body, language } }: Pick<AnalysisRevisionWire, 'content'>) {
  const media = useConsoleMedia(body);
  return <MarkdownText text={body} language={language} media={media} />;
}
