import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface OtlpValue {
  stringValue?: string;
  intValue?: number | string;
}

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: OtlpValue }[];
  status: { code?: number };
}

interface OtlpBody {
  resourceSpans: { resource: { attributes: { key: string; value: OtlpValue }[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
}

/** A span as it was sent. */
export interface SentSpan {
  service: string;
  trace: string;
  id: string;
  parent: string | null;
  name: string;
  failed: boolean;
  facts: Record<string, string | number>;
}

const plain = (attributes: { key: string; value: OtlpValue }[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

/** A collector of traces of the test's own: OTLP over HTTP, in JSON. */
export class Collector {
  /** `hang`: exports are read and never answered. */
  mode: 'take' | 'hang' = 'take';
  readonly spans: SentSpan[] = [];
  /** Everything that was sent, as it was sent. */
  readonly raw: string[] = [];
  readonly headers: IncomingMessage['headers'][] = [];
  readonly #server: Server = createServer((request, response) => void this.#take(request, response));

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The first span of that kind, in one trace where it is told. */
  span(name: string, trace?: string): SentSpan | null {
    return this.spans.find((span) => span.name === name && (trace === undefined || span.trace === trace)) ?? null;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    this.raw.push(`${request.method} ${request.url}\n${text}`);
    this.headers.push(request.headers);
    for (const { resource, scopeSpans } of (JSON.parse(text) as OtlpBody).resourceSpans) {
      const service = String(plain(resource.attributes)['service.name']);
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
        this.spans.push({
          service,
          trace: span.traceId,
          id: span.spanId,
          parent: span.parentSpanId || null,
          name: span.name,
          failed: span.status.code === 2,
          facts: plain(span.attributes),
        });
      }
    }
    if (this.mode === 'hang') return;
    response.setHeader('content-type', 'application/json').end('{}');
  }
}
