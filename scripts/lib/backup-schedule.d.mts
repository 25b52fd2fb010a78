export interface TimerSettings {
  hours: number;
  minutes: number;
  keepDays: number;
  folder: string;
}

export function timerSettings(environment: Record<string, string | undefined>): TimerSettings;
export function nextBackupAt(options: { now: number; last: number | null; hours: number; minutes: number }): number;
export function lastBackup(folder: string): number | null;
export function backUp(
  options: { now: number; folder: string; keepDays: number },
  tidemark: (...words: string[]) => Promise<number>,
): Promise<number>;
