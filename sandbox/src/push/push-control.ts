import type { PushFault } from './push-faults.ts';
import type { PushService } from './push-service.ts';

/** A question to the double that makes no sense. */
export class PushRefusal extends Error {}

const HOSTS = ['localhost', '127.0.0.1'];
type Input = Readonly<Record<string, unknown>>;

/** What tests do as browsers, and what they read of the service. `what`: the path behind `push/`. */
export function controlPush(service: PushService, method: string, what: string, query: URLSearchParams, input: unknown): unknown {
  const of = <T extends { subscription: string }>(rows: readonly T[]) =>
    rows.filter(({ subscription }) => !query.has('subscription') || subscription === query.get('subscription'));
  switch (`${method} ${what}`) {
    case 'GET service':
      if (!service.address) throw new PushRefusal('the push service is off: start the sandbox with SANDBOX_PUSH=1');
      return service.address;
    case 'POST subscriptions':
      return subscribe(service, input as Input);
    case 'POST unsubscribe': {
      const subscription = service.subscriptions.get(String((input as Input)['id']));
      if (!subscription) throw new PushRefusal('unknown subscription');
      subscription.isGone = true;
      return { ok: true };
    }
    case 'GET messages':
      return of(service.messages);
    case 'GET calls':
      return of(service.calls);
    case 'POST faults':
      for (const fault of Array.isArray(input) ? (input as PushFault[]) : [input as PushFault]) arm(service, fault);
      return { ok: true };
    case 'DELETE faults':
      service.faults.clear();
      return { ok: true };
    default:
      throw new PushRefusal(`unknown act of push: ${method} ${what}`);
  }
}

function subscribe(service: PushService, { host = 'localhost', key = null, count }: Input): unknown {
  if (typeof host !== 'string' || !HOSTS.includes(host)) throw new PushRefusal(`host is one of ${HOSTS.join(', ')}`);
  const one = () => service.subscribe(host, typeof key === 'string' ? key : null);
  return count === undefined ? one() : Array.from({ length: Number(count) }, one);
}

function arm(service: PushService, fault: PushFault): void {
  try {
    service.faults.add(fault);
  } catch (error) {
    throw new PushRefusal((error as Error).message);
  }
}
