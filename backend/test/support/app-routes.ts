import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { ModulesContainer } from '@nestjs/core';
import { z } from 'zod';
import {
  ACCESS_RULE,
  OPEN_TO_OWNER,
  STATE_CHANGING_GET,
  STEP_UP,
  type AccessRule,
  type StepUpRule,
} from '../../src/platform/http/index.js';
import type { TestApi } from './test-app.js';

/** A route as the application itself knows it. */
export interface AppRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:parameters`. */
  path: string;
  access: AccessRule | undefined;
  /** Also open to the member whom the path names. */
  openToOwner: boolean;
  stateChangingGet: boolean;
  stepUp: StepUpRule | undefined;
  /** `json`: it has a body with this schema; `form`: it reads multipart; `none`: it looks at no body. */
  body: 'json' | 'form' | 'none';
  schema: z.ZodType | null;
}

type Handler = (...args: unknown[]) => unknown;
interface Parameter {
  schema?: z.ZodType;
}

const methods: Partial<Record<RequestMethod, AppRoute['method']>> = {
  [RequestMethod.GET]: 'GET',
  [RequestMethod.POST]: 'POST',
  [RequestMethod.PUT]: 'PUT',
  [RequestMethod.PATCH]: 'PATCH',
  [RequestMethod.DELETE]: 'DELETE',
};
const CONSUMES = 'swagger/apiConsumes';

/** Every handler of every controller under /api/v1: a route that is new tomorrow is in it tomorrow. */
export function routesOf(api: TestApi): AppRoute[] {
  const controllers = [...api.app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  const routes = controllers.flatMap(({ metatype }) => {
    const controller = metatype as { prototype: Record<string, Handler> } | null;
    if (!controller) return [];
    const names = Object.getOwnPropertyNames(controller.prototype).filter((name) =>
      Reflect.hasMetadata(METHOD_METADATA, controller.prototype[name] ?? {}),
    );
    return names.map((name) => routeOf(controller, name));
  });
  return routes.filter(({ path }) => !/^\/(health|metrics|dev)\b/.test(path)).map((route) => ({ ...route, path: `/api/v1${route.path}` }));
}

function routeOf(controller: { prototype: Record<string, Handler> }, name: string): AppRoute {
  const handler = controller.prototype[name]!;
  const meta = <T>(key: string) => (Reflect.getMetadata(key, handler) ?? Reflect.getMetadata(key, controller)) as T | undefined;
  const parts = [Reflect.getMetadata(PATH_METADATA, controller), Reflect.getMetadata(PATH_METADATA, handler)] as string[];
  const path = parts
    .map((part) => part.replace(/^\/|\/$/g, ''))
    .filter(Boolean)
    .join('/');
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<string, Parameter>;
  const [, body] = Object.entries(parameters).find(([key]) => key.startsWith(`${RouteParamtypes.BODY}:`)) ?? [];
  const method = methods[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
  if (!method) throw new Error(`${name}: a method that this list does not know`);
  return {
    method,
    path: `/${path}`,
    access: meta<AccessRule>(ACCESS_RULE),
    openToOwner: meta<boolean>(OPEN_TO_OWNER) === true,
    stateChangingGet: meta<boolean>(STATE_CHANGING_GET) === true,
    stepUp: meta<StepUpRule>(STEP_UP),
    body: body ? 'json' : meta<string[]>(CONSUMES)?.includes('multipart/form-data') ? 'form' : 'none',
    schema: body?.schema ?? null,
  };
}

/** The fields of a body's object, through refinements, transforms and defaults. Empty where the body is no object. */
export function fieldsOf(schema: z.ZodType | null): Record<string, z.ZodType> {
  const inner = schema && bare(schema);
  return inner instanceof z.ZodObject ? (inner.shape as Record<string, z.ZodType>) : {};
}

/** True where a field takes a text; false where it takes only something else, such as a boolean or a list. */
export function takesText(field: z.ZodType): boolean {
  const inner = bare(field);
  if (inner instanceof z.ZodUnion) return (inner.options as z.ZodType[]).some(takesText);
  return inner instanceof z.ZodString || inner instanceof z.ZodEnum || inner instanceof z.ZodLiteral || inner instanceof z.ZodStringFormat;
}

function bare(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return bare(schema.in as z.ZodType);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodNonOptional
  ) {
    return bare(schema.unwrap() as z.ZodType);
  }
  return schema;
}

/** Routes that speak to a browser instead of a client: a page, and the form on it (RFC 8058). */
export const forBrowsers = new Set(['/api/v1/public/unsubscribe/:token']);

/** True where a request for `address` may end at the route. */
export function leadsTo(route: AppRoute, address: string): boolean {
  return new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(address);
}

/** An id that nothing has. */
export const NO_ID = '00000000-0000-4000-8000-000000000000';

/** The path with the parameters replaced that are names of a fixed list: another one is not found, whatever is sent there. */
export const withNames = (path: string): string => path.replace(':section', 'faqs').replace('account/:kind', 'account/drawdown');

/** The path with every parameter replaced. */
export function addressOf(path: string, parameter: string = NO_ID): string {
  return path.replaceAll(/:\w+/g, parameter);
}
