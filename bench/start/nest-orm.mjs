// The limit that the API's start and its memory are held against: NestJS on Fastify with MikroORM connected, 12 modules of 5 routes, 24
// entities; no feature of ours.
import 'reflect-metadata';
import { EntitySchema } from '@mikro-orm/core';
import { MikroOrmModule } from '@mikro-orm/nestjs';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import { Body, Controller, Get, Injectable, Module, Param, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';

const MODULES = 12;
const METHODS = ['list', 'one', 'count', 'create', 'change'];

const decorate = (target, ...decorators) => decorators.reduceRight((of, decorator) => decorator(of) ?? of, target);
function method(type, name, ...decorators) {
  for (const decorator of decorators) decorator(type.prototype, name, Object.getOwnPropertyDescriptor(type.prototype, name));
}

const entities = Array.from(
  { length: MODULES * 2 },
  (_, i) =>
    new EntitySchema({
      name: `Thing${i}`,
      tableName: `thing_${i}`,
      properties: {
        id: { type: 'uuid', primary: true },
        ...Object.fromEntries(
          Array.from({ length: 12 }, (__, n) => [`field${n}`, { type: n % 3 ? 'string' : 'decimal', nullable: n % 2 === 0 }]),
        ),
        createdAt: { type: 'Date' },
      },
    }),
);

function feature(n) {
  class Service {
    read(id) {
      return { id, n };
    }
  }
  decorate(Service, Injectable());
  class Routes {
    constructor(service) {
      this.service = service;
    }
    list() {
      return [];
    }
    one(id) {
      return this.service.read(id);
    }
    count() {
      return { n };
    }
    create(body) {
      return body;
    }
    change(body) {
      return body;
    }
  }
  Reflect.defineMetadata('design:paramtypes', [Service], Routes);
  decorate(Routes, Controller(`things-${n}`));
  Param('id')(Routes.prototype, 'one', 0);
  Body()(Routes.prototype, 'create', 0);
  Body()(Routes.prototype, 'change', 0);
  const routes = [Get(), Get(':id'), Get('count/all'), Post(), Post('change')];
  METHODS.forEach((name, i) => method(Routes, name, routes[i]));
  class Feature {}
  return decorate(Feature, Module({ controllers: [Routes], providers: [Service] }));
}

class App {}
decorate(
  App,
  Module({
    imports: [
      MikroOrmModule.forRoot({ driver: PostgreSqlDriver, clientUrl: process.env.DATABASE_URL, entities, registerRequestContext: true }),
      ...Array.from({ length: MODULES }, (_, n) => feature(n)),
    ],
  }),
);

const app = await NestFactory.create(App, new FastifyAdapter(), { logger: false });
await app.listen(Number(process.env.PORT ?? 0), '127.0.0.1');
process.send?.({ type: 'ready' });
process.on('disconnect', () => process.exit(0));
