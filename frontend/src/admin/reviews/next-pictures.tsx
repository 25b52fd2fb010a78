import { useEffect } from 'react';
import { preloadPicture } from './document-pictures';
import type { ReviewRecord, ReviewType } from './review-kinds';
import { useReviewRecord } from './use-review-case';

interface NextPicturesProps<R extends ReviewRecord> {
  kind: ReviewType;
  id: string;
  pictures: (review: R) => readonly string[];
}

/** Reads the next case and loads its pictures, so that going on shows it at once. */
export function NextPictures<R extends ReviewRecord>({ kind, id, pictures }: NextPicturesProps<R>) {
  const { data } = useReviewRecord<R>(kind, id);
  useEffect(() => {
    if (data) for (const link of pictures(data)) preloadPicture(link);
  }, [data, pictures]);
  return null;
}
