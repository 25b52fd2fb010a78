import { X } from 'lucide-react';
import { Button } from '../../components/feedback/button';
import { useFilterParams } from '../../lib/use-page-params';

/** Where a link has led to rows of one kind alone: says so, and leads back to all. */
export function OnlyOneKind({ name }: { name: 'job' | 'kind' }) {
  const { values, clear } = useFilterParams([name]);
  if (values[name] === '') return null;
  return (
    <Button size="small" icon={<X size={15} aria-hidden="true" />} onClick={clear}>
      {`Only ${values[name]}: show all`}
    </Button>
  );
}
