import type { ComponentProps, ReactElement } from 'react';
import { SearchInput, SelectInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';

/** What the server takes, and how it reads. */
export type FilterOption = readonly [value: string, label: string];

const MAX_SEARCH = 100;

// Without help texts: react-admin writes an empty one as HTML, which the page’s policy (trusted types) refuses.

/** A filter whose value is one of a few. */
export function choiceFilter(source: string, label: string, options: readonly FilterOption[]): ReactElement {
  return <ChoiceInput key={source} source={source} label={label} options={options} alwaysOn helperText={false} />;
}

/** Takes the value of a link before the server has told what there is to choose from. */
function ChoiceInput({ options, ...input }: ComponentProps<typeof SelectInput> & { source: string; options: readonly FilterOption[] }) {
  const value: unknown = useWatch({ name: input.source });
  const choices = options.map(([id, name]) => ({ id, name }));
  if (typeof value === 'string' && value !== '' && choices.every(({ id }) => id !== value)) choices.push({ id: value, name: value });
  return <SelectInput {...input} choices={choices} translateChoice={false} emptyText="Any" />;
}

/** Searches as somebody types. */
export function searchFilter(label: string): ReactElement {
  return (
    <SearchInput
      key="q"
      source="q"
      type="search"
      placeholder={label}
      alwaysOn
      helperText={false}
      autoComplete="off"
      slotProps={{ htmlInput: { 'aria-label': label, maxLength: MAX_SEARCH, spellCheck: false } }}
    />
  );
}

const DAY_MILLISECONDS = 86_400_000;

/** A day of UTC as a filter: its beginning, or with `isEnd` the beginning of the day after it, which the server does not include. */
export function dayFilter(source: string, label: string, isEnd = false): ReactElement {
  const shift = isEnd ? DAY_MILLISECONDS : 0;
  return (
    <TextInput
      key={source}
      source={source}
      label={label}
      type="date"
      parse={(day: string) => momentOf(day, shift)}
      format={(moment: unknown) => dayOf(moment, shift)}
      alwaysOn
      helperText={false}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: '2000-01-01', max: '2099-12-31' } }}
    />
  );
}

function momentOf(day: string, shift: number): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? '' : new Date(at + shift).toISOString();
}

function dayOf(moment: unknown, shift: number): string {
  const at = typeof moment === 'string' ? Date.parse(moment) : Number.NaN;
  return Number.isNaN(at) ? '' : new Date(at - shift).toISOString().slice(0, 10);
}
