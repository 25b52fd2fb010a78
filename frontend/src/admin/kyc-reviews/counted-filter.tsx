import { SelectInput } from 'react-admin';
import type { CountedValueWire, KycQueueCountsWire } from '../../lib/wire/types';
import { useFilters } from '../list/use-filters';
import { useQueueCounts } from './use-queue-counts';

interface CountedFilterProps {
  source: keyof KycQueueCountsWire['values'];
  label: string;
  /** Values that are offered even where nothing has them, in this order; the others follow, the most frequent first. */
  order?: readonly string[];
  /** How a value reads. */
  nameOf?: (value: string) => string;
  /** Read by react-admin: the filter cannot be hidden. */
  alwaysOn?: boolean;
}

const NONE: readonly string[] = [];
const asItIs = (value: string) => value;

/** A filter of the queue whose values say how many submissions each would show beside the other filters. */
export function CountedFilter({ source, label, order = NONE, nameOf = asItIs, ...rest }: CountedFilterProps) {
  const { values } = useFilters();
  const { data } = useQueueCounts(values);
  const counted = data?.values[source];
  const found = new Map(counted?.map((one) => [one.value, one]));
  const chosen = values[source];
  const offered = new Set([...order, ...found.keys(), ...(typeof chosen === 'string' && chosen !== '' ? [chosen] : [])]);
  const choices = [...offered].map((id) => ({
    id,
    name: withCount(found.get(id)?.label ?? nameOf(id), counted === undefined ? null : found.get(id)),
  }));
  return (
    <SelectInput {...rest} source={source} label={label} choices={choices} translateChoice={false} emptyText="Any" helperText={false} />
  );
}

/** Null: nothing is counted yet. */
const withCount = (name: string, found: CountedValueWire | null | undefined) => (found === null ? name : `${name} (${found?.count ?? 0})`);
