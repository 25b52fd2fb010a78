import { describe, expect, it } from '@jest/globals';
import { brokenLines, fitted, visualRuns } from './text-runs.rules.js';

const runs = (line: string, direction: 'ltr' | 'rtl') => visualRuns(line, direction).map(({ text }) => text);

describe('the runs of a line', () => {
  it('are one from left to right', () => {
    expect(visualRuns('Proceeds (2025)', 'ltr')).toEqual([{ text: 'Proceeds (2025)', isArabic: false }]);
    expect(visualRuns('', 'ltr')).toEqual([]);
    expect(visualRuns('', 'rtl')).toEqual([]);
  });

  it('are the words from right to left, each in its reading order', () => {
    expect(runs('التقرير الضريبي', 'rtl')).toEqual(['الضريبي', ' ', 'التقرير']);
    expect(visualRuns('بيع', 'rtl')).toEqual([{ text: 'بيع', isArabic: true }]);
  });

  it('keep figures and Latin words from left to right', () => {
    expect(runs('أُنشئ في \u20682026-01-02\u2069', 'rtl').join('|')).toBe('2026-01-02| |في| |أُنشئ');
    expect(runs('بـ USDT فقط', 'rtl')).toEqual(['فقط', ' ', 'USDT', ' ', 'بـ']);
  });

  it('turn brackets around, and keep marks with their letters', () => {
    expect(runs('أولًا (FIFO)', 'rtl').join('')).toBe('(FIFO) أولًا');
    expect(runs('(بيع)', 'rtl')).toEqual(['(', 'بيع', ')']);
  });

  it('have no control characters', () => {
    expect(runs('\u2068BTC\u2069 بيع', 'rtl').join('|')).toBe('بيع| |BTC');
  });

  it('keep every other character of the line', () => {
    const line = 'الوارد أولًا صادر أولًا (FIFO) · 1,234.50 USDT، -7 %';
    const sorted = (text: string) => [...text].toSorted().join('');
    expect(sorted(runs(line, 'rtl').join(''))).toBe(sorted(line));
  });
});

describe('lines', () => {
  const widthOf = (line: string) => line.length;

  it('are broken at spaces', () => {
    expect(brokenLines('one two three', 7, widthOf)).toEqual(['one two', 'three']);
    expect(brokenLines('one\ntwo', 7, widthOf)).toEqual(['one', 'two']);
    expect(brokenLines('unbreakable', 4, widthOf)).toEqual(['unbreakable']);
  });

  it('are cut with an ellipsis', () => {
    expect(fitted('Quantity', 8, widthOf)).toBe('Quantity');
    expect(fitted('Quantity', 5, widthOf)).toBe('Quan…');
    expect(fitted('Quantity', 0, widthOf)).toBe('…');
  });
});
