import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { variables } from './variables.schema.js';

interface Mount {
  source: string;
  target: string;
  read_only?: boolean;
  volume?: { subpath?: string };
}
interface Service {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  networks?: string[];
  network_mode?: string;
  volumes?: (string | Mount)[];
  secrets?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  ports?: string[];
  profiles?: string[];
  stop_grace_period?: string;
  deploy?: { resources: { limits: { memory: string; pids: number } } };
}
interface Project {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean }>;
  secrets?: Record<string, { file: string }>;
}

const { services, networks, secrets } = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as Project;
const all = Object.entries(services);
const ours = all.filter(([, { image }]) => image.includes('tidemark:'));
const settingsOf = (name: string) => services[name]?.environment ?? {};
const namesOf = (service: string) =>
  new Set(Object.keys(settingsOf(service)).map((name) => (name in variables ? name : name.replace(/_FILE$/, ''))));

/** Variables of the config table that compose passes to no service. */
const NOT_PASSED: Record<string, string> = {
  PORT: 'the image has it, and the health check and the proxy rely on it',
  HOST: 'the image has it',
  DATA_DIR: 'the image has it: the volume `files`',
  DEV_SMTP_PORT: 'the development mailbox is for a machine without a mail server; here it is mailpit',
  WEBHOOK_LOOPBACK: 'production refuses it',
  SANDBOX_EMBEDDED: 'set by npm start alone',
  SANDBOX_CONTROL_TOKEN: 'set by npm start alone',
  DEMO_EXCHANGE_KEYS: 'set by npm start alone',
};
/** Variables that not every one of api, worker, migrate, backup and operator gets. */
const ONLY_FOR: Record<string, string[]> = {
  DATABASE_OWNER_URL: ['migrate', 'backup', 'operator'],
  ADMIN_PASSWORD: ['migrate'],
  WORKER_PORT: ['worker'],
  ...Object.fromEntries(
    [
      'MARKET_KEYS',
      'BITCOIN_API_URL',
      'BITCOIN_SECOND_API_URL',
      'BITCOIN_XPUB',
      'TRON_API_URL',
      'TRON_INDEX_URL',
      'TRON_SECOND_API_URL',
      'TELEGRAM_BOT_TOKEN',
      'TELEGRAM_API_URL',
      'TELEGRAM_CHANNEL_ID',
      'TELEGRAM_COPY_CHANNEL_ID',
      'TELEGRAM_COPY_FUTURES_EXCHANGES',
      'TELEGRAM_COPY_SPOT_EXCHANGES',
      'TELEGRAM_GROUP_ID',
      'TELEGRAM_GROUP_ALLOWED',
      'WEB_PUSH_PUBLIC_KEY',
      'WEB_PUSH_PRIVATE_KEY',
      'WEB_PUSH_SUBJECT',
      'WEB_PUSH_HOSTS',
      'TRON_API_KEY',
      'TRON_POOL',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'OTEL_EXPORTER_OTLP_HEADERS',
      'OTEL_TRACES_SAMPLER',
      'OTEL_TRACES_SAMPLER_ARG',
      'TRUST_TRACEPARENT',
    ].map((name) => [name, ['api', 'worker']]),
  ),
};
/** Read by scripts of the image, and not by the product. */
const OF_SCRIPTS = ['BACKUP_AT', 'BACKUP_KEEP_DAYS'];
const PROGRAMS = ['api', 'worker', 'migrate', 'backup', 'operator'];
const SECRETS = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'REDIS_URL', 'ENCRYPTION_KEYS', 'LOG_SIGNING_KEY', 'ADMIN_PASSWORD'];
/** Settings with a secret that only the operator can know: by a file, or by `.env` where there is no secret in it. */
const OF_THE_OPERATOR = [
  'SMTP_URL',
  'S3_URL',
  'MARKET_KEYS',
  'TELEGRAM_BOT_TOKEN',
  'WEB_PUSH_PRIVATE_KEY',
  'TRON_API_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
];

describe('the settings of docker-compose.yml', () => {
  it.each(Object.keys(variables))('%s reaches the services that read it, or is left out for a reason', (name) => {
    const expected = name in NOT_PASSED ? [] : (ONLY_FOR[name] ?? PROGRAMS);
    const passed = PROGRAMS.filter((service) => namesOf(service).has(name));
    // A new setting: add `NAME: ${NAME:-}` to x-settings of docker-compose.yml (a secret as NAME_FILE), or a reason to NOT_PASSED above.
    expect({ [name]: passed }).toEqual({ [name]: expected });
  });

  it('are all settings that there are', () => {
    const unknown = PROGRAMS.flatMap((service) => [...namesOf(service)]).filter(
      (name) => !(name in variables) && !OF_SCRIPTS.includes(name),
    );
    expect(unknown).toEqual([]);
    expect(Object.keys({ ...NOT_PASSED, ...ONLY_FOR }).filter((name) => !(name in variables))).toEqual([]);
    const dockerfile = readFileSync('Dockerfile', 'utf8');
    for (const name of ['PORT=3000', 'HOST=0.0.0.0', 'DATA_DIR=/data']) expect(dockerfile).toContain(name);
  });

  it.each(SECRETS)('%s comes from a file', (name) => {
    for (const service of PROGRAMS.filter((one) => namesOf(one).has(name))) {
      expect(settingsOf(service)[name]).toBeUndefined();
      expect(settingsOf(service)[`${name}_FILE`]).toMatch(/^\/run\/tidemark\//);
    }
  });

  it.each(OF_THE_OPERATOR)('%s may come from a file', (name) => {
    const service = settingsOf('worker');
    const [, file] = /^\$\{\w+:\+\/run\/secrets\/(\w+)\}$/.exec(service[`${name}_FILE`]!)!;
    expect([service[name], service[`${name}_FILE`]]).toEqual([`\${${name}:-}`, `\${${name}_FILE:+/run/secrets/${file}}`]);
    expect(secrets![file!]).toEqual({ file: `\${${name}_FILE:-/dev/null}` });
    for (const other of PROGRAMS.filter((one) => namesOf(one).has(name))) expect(services[other]!.secrets).toContain(file);
  });
});

describe('the services of docker-compose.yml', () => {
  const secretFiles = (service: string) =>
    (services[service]!.volumes ?? []).flatMap((mount) => {
      const [source, , mode] = typeof mount === 'string' ? mount.split(':') : [mount.source, '', mount.read_only ? 'ro' : undefined];
      return source === 'secrets' ? [`${(mount as Mount).volume?.subpath ?? 'ALL'}${mode === 'ro' ? '' : ' (written)'}`] : [];
    });

  it('have the secret files that they need, and no other', () => {
    const app = ['app_database_url', 'redis_url', 'encryption_keys', 'log_signing_key'];
    expect(Object.fromEntries(all.map(([name]) => [name, secretFiles(name).toSorted()]))).toEqual({
      secrets: ['ALL (written)'],
      postgres: ['database_password'],
      redis: ['redis_acl'],
      migrate: [...app, 'database_url', 'admin_password'].toSorted(),
      api: app.toSorted(),
      worker: app.toSorted(),
      backup: [...app, 'database_url'].toSorted(),
      // Run by hand: it changes the key ring.
      operator: ['ALL (written)'],
      web: [],
      mailpit: [],
    });
    for (const service of PROGRAMS.filter((name) => name !== 'operator'))
      for (const [name, path] of Object.entries(settingsOf(service)))
        if (name.endsWith('_FILE') && path.startsWith('/run/tidemark/'))
          expect(secretFiles(service)).toContain(path.slice('/run/tidemark/'.length));
  });

  it.each(all.map(([name]) => name))('%s runs without rights, on a file system that is read only, within limits', (name) => {
    const { read_only, cap_drop, cap_add = [], security_opt, deploy } = services[name]!;
    expect({ read_only, cap_drop, security_opt }).toEqual({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    const needed: Record<string, string[]> = {
      postgres: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
      web: ['NET_BIND_SERVICE'],
    };
    expect(cap_add).toEqual(needed[name] ?? []);
    expect(deploy?.resources.limits).toEqual({ memory: expect.stringMatching(/^\d+[mg]$/), pids: expect.any(Number) });
  });

  it('reach each other only where they have to', () => {
    const on = (network: string) =>
      all
        .filter(([, service]) => service.networks?.includes(network))
        .map(([name]) => name)
        .toSorted();
    expect(Object.keys(networks).map((network) => [network, networks[network]?.internal === true, on(network)])).toEqual([
      ['database', true, ['api', 'backup', 'migrate', 'operator', 'postgres', 'worker']],
      ['queue', true, ['api', 'backup', 'migrate', 'operator', 'redis', 'worker']],
      ['front', true, ['api', 'web']],
      ['outside', false, ['api', 'backup', 'mailpit', 'operator', 'worker']],
      ['edge', false, ['web']],
    ]);
    expect(services['secrets']!.network_mode).toBe('none');
  });

  it('open nothing to the outside but the web', () => {
    const open = all.filter(([, { ports }]) => ports?.some((port) => !port.startsWith('127.0.0.1:')));
    expect(open.map(([name]) => name)).toEqual(['web']);
  });

  it('come from images of an exact version, which `.env` may name with its digest', () => {
    const images = [...all.map(([, { image }]) => image), ...serversImages()];
    for (const image of new Set(images)) {
      if (image.includes('tidemark:')) continue;
      expect(image).toMatch(/^\$\{[A-Z]+_IMAGE:-[\w/]+:v?\d+(\.\d+){1,2}\}$/);
    }
    expect(readFileSync('Dockerfile', 'utf8').match(/^FROM (?!\$NODE_IMAGE)/gm)).toBeNull();
    expect(readFileSync('Dockerfile', 'utf8')).toMatch(/^ARG NODE_IMAGE=node:\d+\.\d+\.\d+-[\w-]+$/m);
  });

  it('have the time to end, and start by the command that the image has', () => {
    for (const name of ['api', 'worker', 'backup', 'web']) expect(services[name]!.stop_grace_period).toBe('40s');
    expect(ours.flatMap(([name, { command }]) => (command ? [[name, command.slice(0, 2).join(' ')]] : []))).toEqual([
      ['secrets', 'tidemark make-secrets'],
      ['migrate', 'tidemark migrate'],
      ['worker', 'tidemark worker'],
      ['backup', 'tidemark backup-timer'],
      ['operator', 'tidemark --help'],
    ]);
  });
});

describe('deploy/Caddyfile', () => {
  it('bounds the time and the size of what comes in', () => {
    const caddyfile = readFileSync('deploy/Caddyfile', 'utf8');
    const bounds = ['read_header 10s', 'read_body 60s', 'idle 2m', 'max_header_size 32KB', 'max_size 25MB', 'max_conns_per_host 1024'];
    expect(bounds.filter((bound) => !new RegExp(`^\\s+${bound}$`, 'm').test(caddyfile))).toEqual([]);
    expect(services['web']).toMatchObject({ ulimits: { nofile: { soft: 16384, hard: 16384 } } });
  });
});

const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0;

(hasCompose ? describe : describe.skip)('docker compose', () => {
  const production = { PUBLIC_URL: 'https://club.example', ADMIN_EMAIL: 'you@club.example', SMTP_URL_FILE: '/etc/tidemark/smtp_url' };
  it.each([
    ['development', ['--env-file', 'deploy/trial.env', '--profile', 'development'], {}],
    ['production', ['--env-file', '/dev/null'], production],
    ['an operator', ['--env-file', '/dev/null', '--profile', 'operator'], production],
    ['the servers alone', ['--file', 'deploy/servers.yml'], {}],
  ])('accepts the files for %s', (_, options, variables) => {
    const { status, stderr } = spawnSync('docker', ['compose', ...options, 'config', '--quiet'], {
      env: { ...process.env, ...variables },
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

function serversImages(): string[] {
  const servers = parse(readFileSync('deploy/servers.yml', 'utf8')) as Project;
  return Object.values(servers.services).map(({ image }) => image);
}
