export interface EmbeddedPostgres {
  port: number;
  data: string;
  url(database?: string): string;
  stop(): Promise<void>;
}

export function startPostgres(options: {
  home: string;
  database?: string;
  port?: number;
  settings?: Record<string, string>;
  scratch?: boolean;
}): Promise<EmbeddedPostgres>;
